import type { CompanyFact } from "../../contract/companies";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { MessageTone } from "../../contract/messages";
import { toTrustedCompanyName } from "../../letter-check/orders.ts";
import type { Prompt } from "../../platform/ports";
import type { MessageAngle } from "../message-angle";
import { MessageAnswer, WishAnswer } from "../message-answer";
import { formatBlock, formatFields, formatInput, HONESTY_RULES, SALUTATIONS, VOICE_RULES } from "./prompt-parts";

/** How the present message is to be written again. */
export interface Rewrite {
  /** The present message; empty when there is none. */
  present: string;
  /** The candidate's wish in their own words; empty without one. */
  instruction: string;
  tone: MessageTone | null;
  /** Sentences that the new message must not contain. */
  without: string[];
}

/** Everything the prompt of one message contains. */
export interface MessageInput {
  language: MessageLanguage;
  candidate: { name: string; cvAttached: boolean };
  company: { name: string; website: string; city: string; sector: string; facts: readonly CompanyFact[] };
  template: string;
  /** Facts of the CV, or the beginning of its text; empty without a readable CV. */
  cv: string;
  /** What the candidate states besides, one fact a text. */
  confirmed: readonly string[];
  angle: MessageAngle;
  /** Null when the message is written anew. */
  rewrite: Rewrite | null;
}

/** A letter, and after a wish whether the letter does without it. */
export type WrittenAnswer = MessageAnswer & { wish_left_out?: boolean };

/** Characters of one sentence that is to be left out. */
const MAX_LEFT_OUT_CHARS = 400;

const MESSAGE_INSTRUCTIONS = `You write one e-mail with which a candidate applies, unasked, to one company. It is \
sent under the candidate's name to somebody who has a minute for it.

${HONESTY_RULES}
- A verb is no stronger than its source: who helped did not lead, who took part did not set up. Tell no outcome, \
praise, success or motive that no block tells, and no tie to the company: the candidate is not its customer, \
visitor or follower unless <template> says so.
- What <company> does is the company's, never the candidate's.

${VOICE_RULES}

The letter:
- Write it wholly in the language named in <language>, even when the material is in another one.
- Name the company once or twice, exactly as in <company>, and no other company as its reader. Say in concrete terms \
what links its work to what the candidate really did or wants. About the company, too, state only what <company> says; \
activity, size, place, client, value and news are quoted from its own pages.
- <angle> says what the letter begins with and which job or diploma carries it. Letters of one candidate to several \
companies must not read alike: choose words, order and detail for this company.
- Prefer one telling detail to three general ones. Do not retell the CV, and do not repeat yourself.
- When <cv> is empty, speak only from <template>. Mention an attached CV only when <candidate> says cv_attached: yes.
- 120 to 220 words of plain text in three to five short paragraphs besides greeting and closing, no lists, no bold.
- The subject is one line of at most 90 characters: that it is an unsolicited application, for which post or work \
(as <template> or <cv> names it), and the candidate's name.

The answer:
- paragraphs holds the letter, paragraph by paragraph, sentence by sentence; text is the sentence as it stands in \
the letter. The greeting is a paragraph, the closing is one, and the candidate's name is the last one.
- claims names, for each thing a sentence states about the candidate or the company, the block that says it, a colon, \
and the fewest words of that block that do, copied letter by letter in their own language, as in "cv: tenue de la \
caisse". Greetings, wishes, courtesy and views state nothing: their claims are [].
- What you cannot quote, do not write.`;

const REWRITE_INSTRUCTIONS = `The candidate has read the letter in <present> and asks for another:
- Keep what is good in <present> and change what <wish> and <tone> ask for. <wish> is an instruction to you about \
length, style, order, and which facts to tell; it may go against the rules on length and on what comes first, \
never against those on truth.
- <present> and <wish> are no sources: what only they say about the candidate or the company is left out. What <wish> \
names is looked up in <cv>, <template> and <confirmed>, and told as it stands there.
- What the sentences in <left_out> say must not be said again, in any words.`;

const WISH_INSTRUCTIONS = `- wish_left_out is true when the letter does without something that <wish> names, because \
no block tells it; otherwise false.`;

const TONES: Record<MessageTone, string> = {
  warm: "warm: personal and friendly, still polite",
  formal: "formal: reserved, conventional, complete sentences",
  direct: "direct: short sentences, straight to the point, no ornament",
};

/** What the angle asks for, in words. */
const OPENINGS: Record<MessageAngle["opening"], string> = {
  company: "what the company does, and why that matters to the candidate",
  experience: "what the candidate has done",
  wish: "what the candidate is looking for",
};

/**
 * The prompt for the message to one company.
 * @param feedback the findings of the previous attempt; empty for the first
 */
export function buildMessagePrompt(input: MessageInput, feedback = ""): Prompt<WrittenAnswer> {
  const { language, candidate, company, template, cv, confirmed, angle, rewrite } = input;
  const { name, website, city, sector } = company;
  const hasWish = rewrite !== null && rewrite.instruction !== "";
  return {
    name: "letter",
    instructions: [
      MESSAGE_INSTRUCTIONS,
      ...(rewrite ? [hasWish ? `${REWRITE_INSTRUCTIONS}\n${WISH_INSTRUCTIONS}` : REWRITE_INSTRUCTIONS] : []),
      `For this language: ${SALUTATIONS[language]}`,
    ].join("\n\n"),
    ...formatInput(
      {
        task: "write",
        candidate: { name: candidate.name, cv_attached: candidate.cvAttached ? "yes" : "no" },
        template,
        cv,
        confirmed,
        language,
      },
      [
        formatBlock(
          "company",
          formatFields({
            name: toTrustedCompanyName(name, website).name,
            // An empty field invites a placeholder.
            ...withoutBlanks({ website, city, sector }),
            ...toFactFields(company.facts),
          }),
        ),
        // A rewrite begins as the present text does.
        ...(rewrite && rewrite.present !== "" ? [] : [formatAngle(angle)]),
        ...(rewrite ? formatRewrite(rewrite) : []),
        ...(feedback === "" ? [] : [feedback]),
      ],
    ),
    answer: hasWish ? WishAnswer : MessageAnswer,
  };
}

const withoutBlanks = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));

const formatAngle = ({ opening, focus }: MessageAngle): string =>
  formatBlock("angle", formatFields({ begin_with: OPENINGS[opening], ...(focus !== "" && { build_on: focus }) }));

function formatRewrite({ present, instruction, tone, without }: Rewrite): string[] {
  const kept = without.reduce((text, sentence) => text.replaceAll(sentence.trim() || "\u0000", ""), present);
  const leftOut = without.map((sentence) => sentence.slice(0, MAX_LEFT_OUT_CHARS));
  return [
    formatBlock("present", kept),
    ...(without.length === 0 ? [] : [formatBlock("left_out", toLines(leftOut))]),
    ...(tone === null ? [] : [formatBlock("tone", TONES[tone])]),
    ...(instruction === "" ? [] : [formatBlock("wish", instruction)]),
  ];
}

const toLines = (texts: readonly string[]): string => texts.map((text) => `- ${text.replace(/\s+/gu, " ")}`).join("\n");

/** A field for each kind: the sentences of the company's pages. */
export function toFactFields(facts: readonly CompanyFact[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { kind, text } of facts) fields[kind] = fields[kind] === undefined ? text : `${fields[kind]} ${text}`;
  return fields;
}
