import { foldText } from "../../lib/fold-text.ts";
import data from "./data/layout.json" with { type: "json" };

/** What somebody wrote in a mail, without what mail programs and companies put around it. */
export interface OwnText {
  /** Paragraphs of what was written. */
  body: string;
  /** Signature and small print. */
  rest: string;
  whole: string;
}

const quoteMark = /^\s*(?:>|\|)/u;
const quotedFrom = new RegExp(data.quotedFrom.join("|"), "u");
const attribution = new RegExp(data.attribution.join("|"), "u");
const headerLine = new RegExp(`^\\W{0,3}(?:${data.headerNames.from.join("|")})\\s{0,2}:\\s?\\S`, "u");
const dateLine = new RegExp(`^\\W{0,3}(?:${data.headerNames.date.join("|")})\\s{0,2}:\\s?\\S`, "u");
const otherHeader = new RegExp(`^\\W{0,3}(?:${data.headerNames.others.join("|")})\\s{0,2}:`, "u");
const signatureMark = /^(?:--|__|—|–)\s?$|^[_*=~-]{5,}$/u;
const closing = new RegExp(`^\\W{0,3}(?:${data.closings.join("|")})[\\s\\p{P}]*(?:\\S+\\s*){0,3}$`, "u");
const device = new RegExp(data.devices.join("|"), "u");
const smallPrint = new RegExp(data.smallPrint.join("|"), "u");
const postscript = /^\s*(?:p\.?\s?s|n\.?\s?b|ps)\b/u;

const fold = (line: string) => foldText(line.slice(0, 400)).replace(/[’‘`´]/gu, "'");

/** Cuts off what is quoted. */
function cutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/gu, "\n").split("\n");
  const end = lines.findIndex((line, at) => startsQuote(lines, line, at));
  const own = end < 0 ? lines : lines.slice(0, end);
  return own.filter((line) => !quoteMark.test(line)).join("\n");
}

const MIN_HEADERS = 2;
const MAX_HEADER_LINES = 6;

function startsQuote(lines: readonly string[], line: string, at: number): boolean {
  const folded = fold(line);
  if (quotedFrom.test(folded)) return true;
  // Programs break the line that names the sender.
  if (attribution.test(folded) || attribution.test(fold(`${line} ${lines[at + 1] ?? ""}`))) return true;
  // Some programs put the date before the sender.
  if (dateLine.test(folded)) return headerLine.test(fold(lines[at + 1] ?? ""));
  if (!headerLine.test(folded)) return false;
  const next = lines.slice(at + 1, at + MAX_HEADER_LINES).filter((each) => otherHeader.test(fold(each)));
  return next.length + 1 >= MIN_HEADERS;
}

/** Reads what somebody wrote. @param name of the sender, by which a signature is told */
export function readOwnText(text: string, name = ""): OwnText {
  const whole = cutQuotes(text);
  const lines = whole.split("\n");
  const body: string[] = [];
  const rest: string[] = [];
  const nameWords = new Set(fold(name).match(/[a-z]{2,}/gu) ?? []);
  let signed = false;
  for (const [at, line] of lines.entries()) {
    const folded = fold(line);
    if (postscript.test(folded)) signed = false;
    if (signed || device.test(folded)) {
      rest.push(line);
      continue;
    }
    if (signatureMark.test(line.trim()) && body.some((each) => each.trim() !== "")) {
      signed = true;
      continue;
    }
    if (isSignature(folded, nameWords) && lines.slice(0, at).some((each) => each.trim().length > SHORT_LINE_CHARS)) {
      signed = true;
      continue;
    }
    body.push(line);
    if (closing.test(folded) && at > 0) signed = true;
  }
  const paragraphs = joinLines(body);
  const isSmallPrint = (paragraph: string) => smallPrint.test(foldText(paragraph));
  const read = paragraphs.filter((paragraph) => !isSmallPrint(paragraph));
  return { body: read.join("\n\n"), rest: [...paragraphs.filter(isSmallPrint), ...rest].join("\n"), whole };
}

const SHORT_LINE_CHARS = 12;

function isSignature(folded: string, nameWords: ReadonlySet<string>): boolean {
  const words = folded.match(/[a-z]+/gu) ?? [];
  if (words.length === 0 || words.length > 3 || /[?!:\d]/u.test(folded)) return false;
  return words.some((word) => nameWords.has(word)) && words.every((word) => nameWords.has(word) || word.length <= 2);
}

/** Longer lines are broken by mail programs. */
const BROKEN_LINE_CHARS = 50;

/** Paragraphs, with their lines joined where a program broke them. */
function joinLines(lines: readonly string[]): string[] {
  return lines
    .join("\n")
    .split(/\n\s*\n/u)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .reduce<string[]>((joined, line) => {
          const last = joined.at(-1);
          const isBroken =
            last !== undefined &&
            ((last.length >= BROKEN_LINE_CHARS && !/[.!?:;]\s*$/u.test(last)) || /^\s*[a-zà-ü]/u.test(line));
          if (isBroken && !/^\s*(?:[-*•·✔▪]|\d+[.)]|[a-z]\))\s/u.test(line))
            joined[joined.length - 1] = `${last} ${line.trim()}`;
          else joined.push(line);
          return joined;
        }, [])
        .join("\n")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
}
