// All known external URLs. Those an operator may change are the defaults of a setting.

/** What a browser loads to sign in with Google. */
export const GOOGLE_SIGN_IN_SCRIPT_URL = "https://accounts.google.com/gsi/client";
export const GOOGLE_CONSENT_URL = "https://accounts.google.com/o/oauth2/v2/auth";
export const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
export const GOOGLE_REVOKE_URL = "https://oauth2.googleapis.com/revoke";
/** The keys ID tokens are signed with. */
export const GOOGLE_KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";
/** Google writes its own name in two ways. */
export const GOOGLE_ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
/** The permission to send, which is named by an address. */
export const GMAIL_SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
/** Takes the raw message, up to 35 MB; the plain endpoint needs it base64-encoded in JSON. */
export const GMAIL_SEND_URL = "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media";

export const OPENAI_BASE_URL = "https://api.openai.com/v1";
export const OVERPASS_URL = "https://overpass-api.de/api/interpreter";
export const NOMINATIM_URL = "https://nominatim.openstreetmap.org";
/** Its entries have a page each. */
export const OPENSTREETMAP_URL = "https://www.openstreetmap.org";
