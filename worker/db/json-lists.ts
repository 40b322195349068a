/** D1 accepts 2,000,000 bytes in one parameter; half leaves room for what it counts besides the text. */
const MAX_LIST_BYTES = 1_000_000;

const encoder = new TextEncoder();

/**
 * Rows as JSON lists for `json_each`, in their order, each list small enough for one parameter of a statement.
 * @returns at least one list; a row that is too large by itself has a list of its own
 */
export function toJsonLists(rows: readonly unknown[], mostBytes = MAX_LIST_BYTES): string[] {
  const lists: string[][] = [[]];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const size = encoder.encode(text).byteLength + 1;
    if (bytes > 0 && bytes + size > mostBytes) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(text);
    bytes += size;
  }
  return lists.map((list) => `[${list.join(",")}]`);
}
