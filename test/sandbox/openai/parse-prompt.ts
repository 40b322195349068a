/** The labelled blocks of a prompt; undefined for a missing one. */
export interface ParsedPrompt {
  task: string | undefined;
  language: "fr" | "en" | "de";
  company: Record<string, string> | undefined;
  candidate: Record<string, string> | undefined;
  template: string | undefined;
  cv: string | undefined;
  options: string[];
  query: string | undefined;
  /** Findings about an earlier answer. */
  objections: string | undefined;
}

function findBlock(text: string, name: string): string | undefined {
  // The last one counts: instructions may mention "<cv>" before the sources.
  const end = text.lastIndexOf(`</${name}>`);
  const start = end < 0 ? -1 : text.lastIndexOf(`<${name}>`, end);
  return start < 0 ? undefined : text.slice(start + name.length + 2, end).trim();
}

/** `key: value` lines; a line without a key continues the value before it. */
function parseFields(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const found: Record<string, string> = {};
  let last = "";
  for (const line of text.split("\n")) {
    const match = /^\s*([a-z_]{2,20})\s*:\s?(.*)$/i.exec(line);
    if (match?.[1] !== undefined) {
      last = match[1].toLowerCase();
      found[last] = (match[2] ?? "").trim();
    } else if (last && line.trim()) {
      found[last] = `${found[last] ?? ""} ${line.trim()}`.trim();
    }
  }
  return found;
}

const FACT_FIELDS = ["activity", "size", "place", "client", "value", "news"];

/** What the company's pages say. */
export const readCompanyFacts = ({ company }: Pick<ParsedPrompt, "company">): string =>
  FACT_FIELDS.flatMap((field) => company?.[field] ?? []).join(" ");

/** Finds the labelled blocks in the text of all the messages. */
export function parsePrompt(text: string): ParsedPrompt {
  const language = findBlock(text, "language")?.toLowerCase().slice(0, 2);
  return {
    task: findBlock(text, "task"),
    language: language === "en" || language === "de" ? language : "fr",
    company: parseFields(findBlock(text, "company")),
    candidate: parseFields(findBlock(text, "candidate")),
    template: findBlock(text, "template"),
    cv: findBlock(text, "cv"),
    query: findBlock(text, "query"),
    objections: findBlock(text, "objections"),
    options: (findBlock(text, "options") ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  };
}
