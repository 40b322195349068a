import { z } from "zod";
import type { MessageLanguage } from "../../contract/field-schemas";
import { toTrustedCompanyName } from "../../letter-check/orders.ts";
import type { Prompt } from "../../platform/ports";
import { formatBlock, formatFields, HONESTY_RULES, SALUTATIONS, VOICE_RULES } from "./prompt-parts";

/** Everything the prompt of one message contains. */
export interface MessageInput {
  language: MessageLanguage;
  candidate: { name: string; cvAttached: boolean };
  company: { name: string; website: string; city: string; sector: string; about: string };
  template: string;
  /** Facts of the CV, or the beginning of its text; empty without a readable CV. */
  cv: string;
}

export interface MessageDraft {
  subject: string;
  body: string;
}

/** Characters of the company's own text in the prompt. */
const MAX_ABOUT_CHARS = 4_000;

const MessageAnswer = z.object({ subject: z.string(), body: z.string() });

const MESSAGE_INSTRUCTIONS = `You write one e-mail with which a candidate applies, unasked, to one company. It is \
sent under the candidate's name.

${HONESTY_RULES}

${VOICE_RULES}

The letter:
- Write it wholly in the language named in <language>, even when the material is in another one.
- Name the company once or twice, exactly as in <company>, and no other company as its reader. Say what links its \
work (sector, about) to what the candidate really did or wants. About the company, too, state only what <company> \
says; about is quoted from its own pages.
- When <cv> is empty, speak only from <template>. Mention an attached CV only when <candidate> says cv_attached: yes.
- 120 to 220 words of plain text, in short paragraphs with an empty line between them, no lists, no bold.
- It ends with the candidate's name on a line of its own, below the closing.
- The subject is one line of at most 90 characters that says it is an unsolicited application, and from whom.`;

/**
 * The prompt for the message to one company.
 * @param feedback the findings of the previous attempt; empty for the first
 */
export function buildMessagePrompt(
  { language, candidate, company, template, cv }: MessageInput,
  feedback = "",
): Prompt<MessageDraft> {
  const { name, website, city, sector } = company;
  return {
    name: "letter",
    instructions: `${MESSAGE_INSTRUCTIONS}\n- ${SALUTATIONS[language]}`,
    input: [
      formatBlock("task", "write"),
      formatBlock("language", language),
      formatBlock(
        "candidate",
        formatFields({ name: candidate.name, cv_attached: candidate.cvAttached ? "yes" : "no" }),
      ),
      formatBlock(
        "company",
        formatFields({
          name: toTrustedCompanyName(name, website).name,
          website,
          city,
          sector,
          about: company.about.slice(0, MAX_ABOUT_CHARS),
        }),
      ),
      formatBlock("template", template),
      formatBlock("cv", cv),
      ...(feedback === "" ? [] : [feedback]),
    ].join("\n\n"),
    answer: MessageAnswer,
  };
}
