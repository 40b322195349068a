export const GMAIL_SEND = "https://www.googleapis.com/auth/gmail.send";

// Google answers with the long names, whichever were requested.
const longNames: Record<string, string> = {
  email: "https://www.googleapis.com/auth/userinfo.email",
  profile: "https://www.googleapis.com/auth/userinfo.profile",
};

export const parseScopes = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((scope) => longNames[scope] ?? scope),
  ),
];

/** Scopes of the sign-in itself cannot be unticked; the others can, one by one. */
export const isSignInScope = (scope: string): boolean => scope === "openid" || Object.values(longNames).includes(scope);

export const hasScope = (scopes: string[], short: "openid" | "email" | "profile"): boolean =>
  scopes.includes(longNames[short] ?? short);
