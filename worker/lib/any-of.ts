/** A pattern that matches where any of some patterns does. */
export const anyOf = (flags: string, ...alternatives: readonly string[]): RegExp =>
  new RegExp(alternatives.map((each) => `(?:${each})`).join("|"), flags);
