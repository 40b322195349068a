const WORD = String.raw`[\p{L}\p{N}_%+'&~!#$=-]{1,64}`;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const LOCAL_PART = String.raw`${WORD}(?:\.${WORD}){0,10}`;
const DOMAIN = String.raw`${LABEL}(?:\.${LABEL}){1,8}`;
const ADDRESS = new RegExp(`${LOCAL_PART}@${DOMAIN}`, "gu");

/** What looks like an e-mail address in a text, lower case. Every part is bounded: no text takes long. */
export const findAddresses = (text: string): string[] =>
  (text.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
