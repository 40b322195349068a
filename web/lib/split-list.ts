/** The values of a list that the API sends as one text, joined by `;`. */
export const splitList = (joined: string): string[] =>
  joined
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
