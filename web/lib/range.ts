/** Ids from the anchor to the pressed row, both included; only the pressed one when the anchor is gone. */
export function listIdsInRange(order: readonly string[], anchor: string | null, pressed: string): string[] {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(pressed)];
  return from < 0 || to < 0 ? [pressed] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
