/** SHA-256 in hex, 64 digits; of a text, that of its UTF-8. */
export async function sha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
