/**
 * French sets a space before : ; ! ? » and after «, and a line never breaks there. The texts are written with plain spaces;
 * this puts the unbreakable ones in.
 * @returns a copy of the same shape
 */
export function typesetFrench<T>(texts: T): T {
  return JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll(/ (?=[:;!?»])/gu, "\u00a0").replaceAll("« ", "«\u00a0") : value) as T;
}
