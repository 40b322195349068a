/** Without letters that are mistaken for digits; 32 signs. */
const SIGNS = "abcdefghijkmnpqrstuvwxyz23456789";
/** 100 random bits: nobody finds one by trying. */
const LENGTH = 20;
const PATTERN = new RegExp(`^[${SIGNS}]{${LENGTH}}$`, "u");

/** The local part of a new forwarding address. */
export const makeInboxName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => SIGNS.charAt(byte % SIGNS.length)).join("");

/** The local part of a forwarding address that we may have given; null for any other address. */
export function readInboxName(address: string, inboundDomain: string): string | null {
  const lower = address.toLowerCase();
  const name = lower.slice(0, lower.lastIndexOf("@"));
  return lower === `${name}@${inboundDomain}` && PATTERN.test(name) ? name : null;
}
