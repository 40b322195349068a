/** The words of a list separated by white space. */
export const splitWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Whether a password is on the list, ignoring case, or repeats one character. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  return common.has(plain) || (plain !== "" && new Set(plain).size === 1);
}
