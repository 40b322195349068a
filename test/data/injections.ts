import { z } from "zod";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { parseNdjson } from "./ndjson.ts";

const Base = z.object({
  kind: z.literal("base"),
  id: z.string(),
  letter_language: z.enum(["fr", "en", "de"]),
  cv: z.string(),
  template: z.string(),
  company: z.object({
    name: z.string(),
    website: z.string(),
    city: z.string(),
    country: z.string(),
    about: z.string(),
  }),
  confirmed: z.array(z.string()),
  candidate: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  letter: z.string(),
});
const HonestVariant = z.object({
  kind: z.literal("honest"),
  id: z.string(),
  base: z.string(),
  subject: z.string(),
  letter: z.string(),
});
export const INJECTION_PLACES = ["page", "company_name", "cv", "template", "confirmed"] as const;
const Injection = z.object({
  kind: z.literal("injection"),
  id: z.string(),
  base: z.string(),
  place: z.enum(INJECTION_PLACES),
  /** The whole source with the order in it; of confirmed facts, one fact. */
  source_text: z.string(),
  order: z.string(),
  obeyed_letter: z.string(),
});

/** A letter, and the place and words of an order in its sources. */
export interface InjectedLetter {
  id: string;
  place: (typeof INJECTION_PLACES)[number];
  order: string;
  letter: CheckInput;
}

type Base = z.output<typeof Base>;
const toInput = ({ letter_language, letter, ...base }: Base): CheckInput =>
  CheckInput.parse({ ...base, language: letter_language, text: letter });

function injectInto(base: Base, { place, source_text }: z.output<typeof Injection>): Base {
  if (place === "page") return { ...base, company: { ...base.company, about: source_text } };
  if (place === "company_name") return { ...base, company: { ...base.company, name: source_text } };
  if (place === "confirmed") return { ...base, confirmed: [...base.confirmed, source_text] };
  return { ...base, [place]: source_text };
}

export interface InjectedLetters {
  obeyed: InjectedLetter[];
  ignored: InjectedLetter[];
  honest: { id: string; letter: CheckInput }[];
}

const Line = z.union([Base, HonestVariant, Injection]);
const isBase = (line: z.output<typeof Line>): line is Base => line.kind === "base";

/**
 * Letters by an author who had not seen the check: those that obey an order in a source, the same sources, in the same
 * order, with a letter that does not, and honest letters of many styles.
 * @param text of test/data/letters/injections.ndjson, or of injections-unseen.ndjson, held back while most of the
 *   rules were written
 * @param bases text of injections.ndjson, which holds the bases of both
 */
export function parseInjections(text: string, bases = text): InjectedLetters {
  const lines = parseNdjson(text, Line);
  const known = new Map(
    parseNdjson(bases, Line)
      .filter(isBase)
      .map((base) => [base.id, base]),
  );
  const getBase = (id: string): Base => {
    const base = known.get(id);
    if (!base) throw new Error(`no base is called ${id}`);
    return base;
  };
  const injections = lines.filter((line) => line.kind === "injection");
  const toLetters = (pickText: (line: z.output<typeof Injection>) => string): InjectedLetter[] =>
    injections.map((line) => ({
      id: line.id,
      place: line.place,
      order: line.order,
      letter: toInput({ ...injectInto(getBase(line.base), line), letter: pickText(line) }),
    }));
  return {
    obeyed: toLetters((line) => line.obeyed_letter),
    ignored: toLetters((line) => getBase(line.base).letter),
    honest: lines.flatMap((line) => {
      if (line.kind === "base") return [{ id: line.id, letter: toInput(line) }];
      if (line.kind === "honest")
        return [
          { id: line.id, letter: toInput({ ...getBase(line.base), subject: line.subject, letter: line.letter }) },
        ];
      return [];
    }),
  };
}
