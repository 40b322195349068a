// All known external URLs. Those an operator may change are the defaults of a setting.

/** Script for Google sign-in in the browser. */
export const GOOGLE_SIGN_IN_SCRIPT_URL = "https://accounts.google.com/gsi/client";
export const GOOGLE_CONSENT_URL = "https://accounts.google.com/o/oauth2/v2/auth";
export const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
export const GOOGLE_REVOKE_URL = "https://oauth2.googleapis.com/revoke";
/** Keys that verify ID tokens. */
export const GOOGLE_KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";
/** Google issues ID tokens with either form. */
export const GOOGLE_ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
/** OAuth scope for sending, whose name is a URL. */
export const GMAIL_SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
/** Takes the raw message, up to 35 MB; the plain endpoint needs it base64-encoded in JSON. */
export const GMAIL_SEND_URL = "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send";

export const OPENAI_BASE_URL = "https://api.openai.com/v1";
export const OVERPASS_URL = "https://overpass-api.de/api/interpreter";
export const NOMINATIM_URL = "https://nominatim.openstreetmap.org";
/** Each entry has its own page. */
export const OPENSTREETMAP_URL = "https://www.openstreetmap.org";
