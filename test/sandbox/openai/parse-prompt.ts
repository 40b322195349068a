export type Language = "fr" | "en" | "de";

/** The labelled blocks of a prompt; undefined for a missing one. */
export interface ParsedPrompt {
  task: string | undefined;
  language: Language;
  company: Record<string, string> | undefined;
  candidate: Record<string, string> | undefined;
  template: string | undefined;
  cv: string | undefined;
  confirmed: string[];
  /** The same as it stands: tasks are indented below their job. */
  confirmedBlock: string;
  angle: Record<string, string> | undefined;
  /** Sentences not to write again. */
  leftOut: string[];
  tone: string | undefined;
  wish: string | undefined;
  /** What a follow-up goes after, a mail a line. */
  sent: string[];
  /** Sentences of a letter to be read again, in the order of their numbers. */
  letter: string[];
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

const parseLines = (text: string | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*-\s+/, "").trim())
    .filter(Boolean);

const parseFocus = (focus: string | undefined): Record<string, string> | undefined =>
  focus === undefined ? undefined : { build_on: focus };

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
    confirmed: parseLines(findBlock(text, "confirmed")),
    confirmedBlock: findBlock(text, "confirmed") ?? "",
    angle: parseFields(findBlock(text, "angle")) ?? parseFocus(findBlock(text, "build_on")),
    leftOut: parseLines(findBlock(text, "left_out")),
    tone: findBlock(text, "tone"),
    wish: findBlock(text, "wish"),
    sent: parseLines(findBlock(text, "sent")),
    letter: parseLines(findBlock(text, "letter")).map((line) => line.replace(/^\d+\.\s+/, "")),
    query: findBlock(text, "query"),
    objections: findBlock(text, "objections"),
    options: parseLines(findBlock(text, "options")),
  };
}
