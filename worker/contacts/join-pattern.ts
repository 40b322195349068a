/** A regular expression too long for one line: its parts are joined as they are. Wrap alternatives in a group of their own. */
export const joinPattern = (flags: string, ...parts: string[]): RegExp => new RegExp(parts.join(""), flags);
