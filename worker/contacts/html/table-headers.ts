/** What the heads of a table's columns say of the numbers below them. */
export class TableHeaders {
  #columns: ("fax" | "phone" | undefined)[] = [];
  #cell: { column: number; start: number } | undefined;

  /**
   * A tag of a table has begun. @param at length of the page's text. @param textFrom the text from such a length on
   * @returns the word to put before the words of a cell: "Fax" under a head that says so
   */
  openTag(tag: string, at: number, textFrom: (start: number) => string): string {
    if (this.#cell) this.#addHeader(this.#cell.column, textFrom(this.#cell.start).trim());
    if (tag === "table") this.#columns = [];
    const column = tag === "td" || tag === "th" ? (this.#cell?.column ?? -1) + 1 : -1;
    this.#cell = column >= 0 && column < 30 ? { column, start: at } : undefined;
    // With one such head the first cell names its row: "Telefon | 030 …".
    const heads = this.#columns.filter((head) => head !== undefined);
    if (column === -1 || heads.length < 2) return "";
    return this.#columns[column] === "fax" ? " Fax " : this.#columns[column] === "phone" ? " ☎ " : "";
  }

  #addHeader(column: number, said: string): void {
    if (said.length >= 30 || /\d/.test(said)) return;
    if (/t[ée]l(?!e?fax|[ée]fax|[ée]copie)|phone|fon\b|mobil|handy/i.test(said)) this.#columns[column] = "phone";
    else if (/fax|t[ée]l[ée]copie/i.test(said)) this.#columns[column] = "fax";
  }
}
