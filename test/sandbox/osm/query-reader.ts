export class QueryError extends Error {}

/** A reader over the text of an Overpass query. Positions are those of the text; comments and blanks are skipped. */
export class QueryReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    // Quoted strings are matched first, so that a comment-like text inside one stays.
    this.text = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (part) =>
      part.startsWith("/") ? " " : part,
    );
  }

  /** True when everything was read. */
  done(): boolean {
    this.blank();
    return this.at >= this.text.length;
  }

  /** True when this comes next; does not advance. */
  sees(sign: string): boolean {
    this.blank();
    return this.text.startsWith(sign, this.at);
  }

  /** Consumes a character when it comes next. */
  take(sign: string): boolean {
    if (!this.sees(sign)) return false;
    this.at += sign.length;
    return true;
  }

  need(sign: string): void {
    if (!this.take(sign)) throw this.error(`'${sign}' expected - '${this.text[this.at] ?? "end of input"}' found.`);
  }

  /** Consumes what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    this.blank();
    const sticky = new RegExp(pattern.source, `${pattern.flags.replace("y", "")}y`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  word(): string {
    const found = this.match(/[A-Za-z_][\w-]*/);
    if (found === undefined) throw this.error(`Unknown type "${this.text[this.at] ?? ""}"`);
    return found;
  }

  number(): number {
    const found = this.match(/-?\d+(\.\d+)?/);
    if (found === undefined) throw this.error("number expected");
    return Number(found);
  }

  /** A key or a value: quoted with escapes, or bare letters and digits. */
  value(): string {
    const quoted = this.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/);
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, "$1");
    const bare = this.match(/[\p{L}\p{N}_]+/u);
    if (bare === undefined) throw this.error("Key or value expected");
    return bare;
  }

  error(message: string): QueryError {
    const line = this.text.slice(0, this.at).split("\n").length;
    return new QueryError(`line ${String(line)}: parse error: ${message}`);
  }

  private blank(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at += 1;
  }
}
