/** A pattern as data: its parts in a row; `{name}` stands for the words of a list. */
interface PatternData {
  source: string[];
  flags: string;
}

export const compilePattern = ({ source, flags }: PatternData, lists: Record<string, string[]> = {}): RegExp =>
  new RegExp(
    source.join("").replace(/\{([a-z]{4,})\}/giu, (_, name: string) => (lists[name] ?? []).join("|")),
    flags,
  );
