/** A list of passwords as the file has it: one after the other, with white space between. */
export const splitWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Whether a password is on the list, however it is written, or one sign again and again. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  return common.has(plain) || (plain !== "" && new Set(plain).size === 1);
}
