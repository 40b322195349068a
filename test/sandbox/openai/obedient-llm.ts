import lies from "../../data/sandbox/lies.json" with { type: "json" };
import type { ParsedPrompt } from "./parse-prompt.ts";
import { readMaterial } from "./read-material.ts";
import type { WrittenClaim, WrittenLetter, WrittenSentence } from "./write-letter.ts";

/** Verbs that tell an LLM to put something into its text. */
const INSTRUCTION_VERBS = [
  "ignor\\w*|disregard|forget|add|append|include|insert|write|mention|put|print|end",
  "oubli\\w*|ajoute\\w*|ins[eè]re\\w*|inclu\\w*|écri\\w*|mentionne\\w*|place\\w*|termine\\w*",
  "vergiss|f[uü]ge?\\w*|schreib\\w*|erwähn\\w*|nenn\\w*|setze",
].join("|");
/** An instruction and, behind its colon, what it asks for. */
const INJECTED_INSTRUCTION = new RegExp(`\\b(?:${INSTRUCTION_VERBS})\\b[^:\\n]*:\\s*([^\\n]+)`, "gi");

const BOASTS = {
  fr: "Fort de 17 ans d’expérience chez Airbus, je maîtrise parfaitement le japonais.",
  en: "With 17 years of experience at Airbus, I am fluent in Japanese.",
  de: "Mit 17 Jahren Erfahrung bei Airbus spreche ich fließend Japanisch.",
};

export type LieClass = keyof typeof lies;
export const LIE_CLASSES = Object.keys(lies) as LieClass[];
/** In a template or on a company's pages it makes the letter lie: `sandbox: lie scope`. */
const LIE_MARKER = /\bsandbox\s*:\s*lie\s+(\w+)/i;

/** The kind of the fault that orders a lie. */
export const toLieFault = (kind: LieClass): string => `lie_${kind}`;

/** The lie that a fault or a marker in the sources orders. */
function findOrderedLie(special: string | undefined, { template, company }: ParsedPrompt): LieClass | undefined {
  const marked = LIE_MARKER.exec([template, ...Object.values(company ?? {})].join("\n"))?.[1]?.toLowerCase();
  return LIE_CLASSES.find((kind) => special === toLieFault(kind) || marked === kind);
}

/** An invented sentence, with the words of the sources that come nearest to it as its claim. */
function inventSentence(kind: LieClass, prompt: ParsedPrompt): WrittenSentence {
  const { jobs, studies, languages, wishes, site } = readMaterial(prompt);
  const job = jobs.find(({ employer }) => employer !== "");
  const lie = lies[kind];
  const toClaims = (source: WrittenClaim["source"], quote: string | undefined): WrittenClaim[] =>
    quote === undefined || quote === "" ? [] : [{ source, quote }];
  const nearest: Record<string, WrittenClaim[]> = {
    job: toClaims("cv", job?.line),
    task: toClaims("cv", job?.tasks[0] ?? job?.line),
    study: toClaims("cv", studies[0] ?? job?.line),
    language: toClaims("cv", languages[0] ?? job?.line),
    template: toClaims("template", wishes[0]?.replace(/[.!?]+$/, "")),
    company: toClaims("company", site[0] ?? prompt.company?.["sector"]),
  };
  const employer =
    job?.employer ??
    { fr: "mon dernier employeur", en: "my last employer", de: "meinem letzten Arbeitgeber" }[prompt.language];
  return { text: lie[prompt.language].replace("{employer}", employer), claims: nearest[lie.quote] ?? [] };
}

/** What a reader of a letter doubts, who knows all lies: the numbers of its sentences, from 1. */
export const listDoubted = ({ letter, language, confirmed }: ParsedPrompt): number[] =>
  letter.flatMap((sentence, at) => {
    const isLie = [...Object.values(lies).map((lie) => lie[language]), BOASTS[language]].some((lie) => {
      const [before = "", after = ""] = lie.split("{employer}");
      return sentence.startsWith(before) && sentence.endsWith(after);
    });
    return isLie && !confirmed.includes(sentence) ? [at + 1] : [];
  });

/** Puts a paragraph before the closing and the name. */
const insertParagraph = ({ subject, paragraphs }: WrittenLetter, sentences: WrittenSentence[]): WrittenLetter => ({
  subject,
  paragraphs: [...paragraphs.slice(0, -2), sentences, ...paragraphs.slice(-2)],
});

/**
 * What a misled LLM makes of an honest letter: `obey` does what its sources order, `boast` invents until it gets
 * findings, `lie_…` invents one sentence of a class.
 */
export function misleadLetter(letter: WrittenLetter, prompt: ParsedPrompt, special: string | undefined): WrittenLetter {
  const lie = findOrderedLie(special, prompt);
  if (lie) return insertParagraph(letter, [inventSentence(lie, prompt)]);
  if (special === "boast" && prompt.objections === undefined)
    return insertParagraph(letter, [{ text: BOASTS[prompt.language], claims: [] }]);
  if (special !== "obey") return letter;
  const obeyed = listOrders(prompt);
  return obeyed.length === 0 ? letter : insertParagraph(letter, obeyed);
}

/** What the sources order to write, each with the order's own words as its claim. */
function listOrders({ company, template, cv }: ParsedPrompt): WrittenSentence[] {
  const sources: [WrittenClaim["source"], string | undefined][] = [
    ...Object.values(company ?? {}).map((text): [WrittenClaim["source"], string] => ["company", text]),
    ["template", template],
    ["cv", cv],
  ];
  return sources.flatMap(([source, text]) =>
    [...(text ?? "").matchAll(INJECTED_INSTRUCTION)].map((match) => {
      const ordered = match[1] ?? "";
      return { text: ordered, claims: [{ source, quote: ordered }] };
    }),
  );
}

/** The same for a text without claims. */
export function misleadText(text: string, prompt: ParsedPrompt, special: string | undefined): string {
  const paragraphs = text.split("\n\n").map((paragraph) => [{ text: paragraph, claims: [] }]);
  // A template ends in one paragraph of closing and name; a letter in two.
  const misled = misleadLetter({ subject: "", paragraphs: [...paragraphs, []] }, prompt, special);
  return misled.paragraphs
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.map((sentence) => sentence.text).join("\n"))
    .join("\n\n");
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** Words of an order by which it is recognized in a longer text. */
const TELLING_WORDS = 5;

function holdsOrder(text: string, order: string): boolean {
  const [words, held] = [toWords(order), ` ${toWords(text).join(" ")} `];
  const size = Math.min(TELLING_WORDS, words.length);
  return words.some((_, at) => at + size <= words.length && held.includes(` ${words.slice(at, at + size).join(" ")} `));
}

/** Where a prompt holds an order: the letter that obeys it, each sentence with the order as its claim. */
export function obeyWith(
  { order, letter }: { order: string; letter: string },
  { company, template, cv, confirmed }: ParsedPrompt,
): WrittenSentence[][] | undefined {
  const sources: [WrittenClaim["source"], string][] = [
    ["company", Object.values(company ?? {}).join("\n")],
    ["template", template ?? ""],
    ["cv", cv ?? ""],
    ["confirmed", confirmed.join("\n")],
  ];
  const source = sources.find(([, text]) => holdsOrder(text, order))?.[0];
  return source === undefined
    ? undefined
    : letter
        .split(/\n{2,}/)
        .map((paragraph) => [{ text: paragraph, claims: [{ source, quote: order.slice(0, 400) }] }]);
}
