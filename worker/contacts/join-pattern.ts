/** A regular expression too long for one line; the parts are joined without a separator. */
export const joinPattern = (flags: string, ...parts: string[]): RegExp => new RegExp(parts.join(""), flags);
