import { z } from "zod";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { Prompt } from "../../platform/ports";
import { formatBlock, formatConfirmed, formatFields, HONESTY_RULES, SALUTATIONS, VOICE_RULES } from "./prompt-parts";

export interface TemplateInput {
  mode: "improve" | "generate";
  /** Language of the template to write. */
  language: MessageLanguage;
  candidate: { name: string };
  /** The user's text; may be blank when generating. */
  message: string;
  /** Facts of the CV, or the beginning of its text; empty without a CV. */
  cv: string;
  /** What the candidate states besides, one fact a text. */
  confirmed: readonly string[];
}

const TemplateAnswer = z.object({ message: z.string() });

const TEMPLATE_INSTRUCTIONS = `You help a candidate with the text they send, adapted each time, to companies they \
would like to work for. It must fit any company: name none, and claim nothing about one.

${HONESTY_RULES}

${VOICE_RULES}

The text:
- 100 to 200 words of plain text, in short paragraphs with an empty line between them, with a greeting and a \
closing for a reader whose name is not known, and the candidate's name below.`;

const MODE_INSTRUCTIONS: Record<TemplateInput["mode"], string> = {
  improve: `Improve the text in <template>: mend spelling and grammar, tighten, order. Keep its language, every fact \
and the person who speaks. Add no fact. Keep a placeholder only where the candidate wrote one.`,
  generate: `Write the text in the language named in <language>, from <cv>, <confirmed> and, where there are any, the \
candidate's notes in <template>. With neither, write only what holds for anyone who asks for work.`,
};

/**
 * The prompt for the user's template. An improvement gets no CV: it may not add facts that the user did not write.
 * @param feedback the findings of the previous attempt; empty for the first
 */
export function buildTemplatePrompt(
  { mode, language, candidate, message, cv, confirmed }: TemplateInput,
  feedback = "",
): Prompt<{ message: string }> {
  return {
    name: "template",
    instructions: `${TEMPLATE_INSTRUCTIONS}\n- ${MODE_INSTRUCTIONS[mode]}\n- For that language: \
${SALUTATIONS[language]}`,
    input: [
      formatBlock("task", mode),
      formatBlock("language", language),
      formatBlock("candidate", formatFields({ name: candidate.name })),
      formatBlock("template", message),
      ...(mode === "generate" ? [formatBlock("cv", cv), ...formatConfirmed(confirmed)] : []),
      ...(feedback === "" ? [] : [feedback]),
    ].join("\n\n"),
    answer: TemplateAnswer,
  };
}
