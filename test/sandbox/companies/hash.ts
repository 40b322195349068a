/** FNV-1a with a final mix: a stable 32-bit number for a text. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** An element of a non-empty list, chosen by a text. */
export function pickBySeed<T>(list: readonly T[], seed: string): T {
  const item = list[hashText(seed) % list.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
