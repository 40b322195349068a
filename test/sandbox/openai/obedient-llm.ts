import { type ParsedPrompt, readCompanyFacts } from "./parse-prompt";

/** Verbs that tell an LLM to put something into its text. */
const INSTRUCTION_VERBS = [
  "ignor\\w*|disregard|forget|add|append|include|insert|write|mention|put|print|end",
  "oubli\\w*|ajoute\\w*|ins[eè]re\\w*|inclu\\w*|écri\\w*|mentionne\\w*|place\\w*|termine\\w*",
  "vergiss|f[uü]ge?\\w*|schreib\\w*|erwähn\\w*|nenn\\w*|setze",
].join("|");
/** An instruction and, behind its colon, what it asks for. */
const INJECTED_INSTRUCTION = new RegExp(`\\b(?:${INSTRUCTION_VERBS})\\b[^:\\n]*:\\s*([^\\n]+)`, "gi");

/** Puts a paragraph before the closing. */
const insertParagraph = (text: string, paragraph: string) =>
  text.replace(/\n\n(?=[^\n]+(?:\n[^\n]+)?$)/, `\n\n${paragraph}\n\n`);

/** The text of an LLM that follows instructions in its sources. */
export function obeyInstructions(text: string, prompt: ParsedPrompt): string {
  const orders = [readCompanyFacts(prompt), prompt.template, prompt.cv].flatMap((source) =>
    [...(source ?? "").matchAll(INJECTED_INSTRUCTION)].map((match) => match[1] ?? ""),
  );
  return orders.length === 0 ? text : insertParagraph(text, orders.join("\n"));
}

const BOASTS = {
  fr: "Fort de 17 ans d’expérience chez Airbus, je maîtrise parfaitement le japonais.",
  en: "With 17 years of experience at Airbus, I am fluent in Japanese.",
  de: "Mit 17 Jahren Erfahrung bei Airbus spreche ich fließend Japanisch.",
};

/** The text of an LLM that invents, until it gets findings. */
export const inventBoast = (text: string, { language, objections }: ParsedPrompt): string =>
  objections === undefined ? insertParagraph(text, BOASTS[language]) : text;
