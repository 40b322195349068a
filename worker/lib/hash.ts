/** SHA-256 in hex, 64 digits; of a text, that of its UTF-8. */
export async function sha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** HMAC-SHA-256 in hex, 64 digits: for values that could be guessed from a plain hash, such as a network. */
async function hmacSha256(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).toHex();
}

/** The same where the secret may be missing: then a plain hash. */
export const hashWithSecret = (secret: string | undefined, text: string): Promise<string> =>
  secret === undefined ? sha256(text) : hmacSha256(secret, text);
