import type { CompanyFact } from "../../contract/companies";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { FollowUpStep } from "../../contract/mail";
import { toTrustedCompanyName } from "../../letter-check/orders.ts";
import { describeSent } from "../../letter-check/sent-mails.ts";
import type { Prompt } from "../../platform/ports";
import { FollowUpAnswer } from "../message-answer";
import { toFactFields } from "./prompt-message";
import { formatBlock, formatFields, formatInput, HONESTY_RULES, SALUTATIONS, VOICE_RULES } from "./prompt-parts";

/** Everything the prompt of one follow-up contains. */
export interface FollowUpInput {
  language: MessageLanguage;
  step: FollowUpStep;
  candidate: { name: string };
  company: { name: string; website: string; city: string; sector: string; facts: readonly CompanyFact[] };
  template: string;
  /** Facts of the CV, or the beginning of its text; empty without a readable CV. */
  cv: string;
  /** What the candidate states besides, one fact a text. */
  confirmed: readonly string[];
  /** The job or diploma to come back to; empty without one. */
  focus: string;
  /** The days on which mails were sent before (YYYY-MM-DD), and the text of the application. */
  sent: { on: readonly string[]; application: string };
}

const FOLLOW_UP_INSTRUCTIONS = `You write one short e-mail with which a candidate follows up an unasked application \
that has had no answer. It is sent under the candidate's name as a reply in the same conversation, to somebody who \
has half a minute for it.

${HONESTY_RULES}
- A verb is no stronger than its source. Tell no outcome, praise, success or motive that no block tells.
- Nothing has happened since the application: no talk, call, meeting, promise or agreement, no other offer, no news \
of the candidate. <sent> is all that went before.
- What <company> does is the company's, never the candidate's.

${VOICE_RULES}

The e-mail:
- Write it wholly in the language named in <language>, even when the material is in another one.
- Three or four sentences between greeting and closing, 40 to 80 words in one or two paragraphs, plain text.
- The first sentence says that the candidate has applied to the company, named exactly as in <company>, and on which \
day, as <sent> says it.
- Then one concrete thing, from <build_on> where it names one, that links the candidate to this company's work; say \
it in other words than <application>. About the company, too, state only what <company> says.
- End with one easy question or offer: a short call, a visit, or a word about whether now is a good time.
- No reproach, no pressure, no apology, no guess why there was no answer. Do not retell the application, and do not \
mention attachments.`;

const STEP_INSTRUCTIONS: Record<FollowUpStep, string> = {
  1: "",
  2: `
- This is the second and last follow-up: shorter than the first, and it says in a friendly way that the candidate \
will not write again.`,
};

const ANSWER_INSTRUCTIONS = `The answer:
- paragraphs holds the e-mail, paragraph by paragraph, sentence by sentence; text is the sentence as it stands in the \
e-mail. The greeting is a paragraph, the closing is one, and the candidate's name is the last one.
- claims names, for each thing a sentence states about the candidate or the company, the block that says it, a colon, \
and the fewest words of that block that do, copied letter by letter in their own language, as in "cv: tenue de la \
caisse". Greetings, wishes, courtesy, questions and what <sent> says need none: their claims are [].
- What you cannot quote, do not write.`;

/** The block of the company that was written to. */
export function formatCompany({ name, website, city, sector, facts }: FollowUpInput["company"]): string {
  const trustedName = toTrustedCompanyName(name, website).name;
  return formatBlock("company", formatFields({ name: trustedName, website, city, sector, ...toFactFields(facts) }));
}

/** The blocks of what was sent to it. */
export function formatSent(
  sent: FollowUpInput["sent"],
  { name, website }: FollowUpInput["company"],
  language: MessageLanguage,
): string[] {
  const trustedName = toTrustedCompanyName(name, website).name;
  return [
    formatBlock("sent", describeSent(sent.on, trustedName, language).join("\n")),
    formatBlock("application", sent.application),
  ];
}

/**
 * The prompt for one follow-up.
 * @param feedback the findings of the previous attempt; empty for the first
 */
export function buildFollowUpPrompt(input: FollowUpInput, feedback = ""): Prompt<FollowUpAnswer> {
  const { language, step, candidate, company, template, cv, confirmed, focus, sent } = input;
  return {
    name: "follow_up",
    instructions: [
      `${FOLLOW_UP_INSTRUCTIONS}${STEP_INSTRUCTIONS[step]}`,
      ANSWER_INSTRUCTIONS,
      `For this language: ${SALUTATIONS[language]}`,
    ].join("\n\n"),
    ...formatInput({ task: "follow_up", candidate: { name: candidate.name }, template, cv, confirmed, language }, [
      formatCompany(company),
      ...(focus === "" ? [] : [formatBlock("build_on", focus)]),
      ...formatSent(sent, company, language),
      ...(feedback === "" ? [] : [feedback]),
    ]),
    answer: FollowUpAnswer,
  };
}
