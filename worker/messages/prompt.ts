import { z } from "zod";
import type { MessageLanguage } from "../contract/fields";
import type { Prompt } from "../ports";
import { believedName } from "./gate/believed-name.ts";
import { block, fields, HONESTY, MANNERS, VOICE } from "./prompt-parts";

/** Everything the writer may know for one letter. */
export interface Brief {
  language: MessageLanguage;
  candidate: { name: string; cvAttached: boolean };
  company: { name: string; website: string; city: string; sector: string; about: string };
  template: string;
  /** Facts of the CV, or the beginning of its text; empty when there is none that could be read. */
  cv: string;
}

export interface Letter {
  subject: string;
  body: string;
}

/** What is kept of a company's own words, in characters. */
const ABOUT_LENGTH = 4_000;

const LetterAnswer = z.object({ subject: z.string(), body: z.string() });

const LETTER = `You write one e-mail with which a candidate applies, unasked, to one company. It is sent under the candidate's name.

${HONESTY}

${VOICE}

The letter:
- Write it wholly in the language named in <language>, even when the material is in another one.
- Name the company once or twice, exactly as in <company>, and no other company as its reader. Say what links its work (sector, about) to what the candidate really did or wants. About the company, too, state only what <company> says; about is quoted from its own pages.
- When <cv> is empty, speak only from <template>. Mention an attached CV only when <candidate> says cv_attached: yes.
- 120 to 220 words of plain text, in short paragraphs with an empty line between them, no lists, no bold.
- It ends with the candidate's name on a line of its own, below the closing.
- The subject is one line of at most 90 characters that says it is an unsolicited application, and from whom.`;

/**
 * The question for a letter to one company.
 * @param objections why the letter written before was not good enough; empty for the first
 */
export function letterPrompt({ language, candidate, company, template, cv }: Brief, objections = ""): Prompt<Letter> {
  const { name, website, city, sector } = company;
  return {
    name: "letter",
    instructions: `${LETTER}\n- ${MANNERS[language]}`,
    input: [
      block("task", "write"),
      block("language", language),
      block("candidate", fields({ name: candidate.name, cv_attached: candidate.cvAttached ? "yes" : "no" })),
      block(
        "company",
        fields({
          name: believedName(name, website).name,
          website,
          city,
          sector,
          about: company.about.slice(0, ABOUT_LENGTH),
        }),
      ),
      block("template", template),
      block("cv", cv),
      ...(objections === "" ? [] : [objections]),
    ].join("\n\n"),
    answer: LetterAnswer,
  };
}
