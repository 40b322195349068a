/** Whether two folded words differ by a typo: one letter, or two in a long word; the first letter stays. */
export function isSlip(a: string, b: string): boolean {
  if (a[0] !== b[0] || a.length < 5 || Math.abs(a.length - b.length) > 2) return false;
  const most = a.length >= 9 ? 2 : 1;
  // "hygeine": two letters in the wrong order.
  if (
    a.length === b.length &&
    [...a].filter((letter, at) => letter !== b[at]).length === 2 &&
    [...a].toSorted().join("") === [...b].toSorted().join("")
  )
    return true;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    if (Math.min(...next) > most) return false;
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}

/** Whether two folded words are one word in two languages: "kostum" and "costume", "phonetik" and "phonetique". */
export function isCognate(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 3) return false;
  const [first, second] = [root(a), root(b)];
  return first.length >= 5 && first === second;
}
const root = (word: string) =>
  word
    .replace(/ph/gu, "f")
    .replace(/th/gu, "t")
    .replace(/qu|[kc]h?/gu, "c")
    .replace(/z/gu, "s")
    .replace(/y/gu, "i")
    .replace(/(.)\1/gu, "$1")
    .replace(/(?:e[nrs]?|es|s|ung|tion)$/u, "");
