import { z } from "zod";
import type { MessageLanguage } from "../contract/fields";
import type { Prompt } from "../ports";
import { block, fields, HONESTY, MANNERS, VOICE } from "./prompt-parts";

export interface TemplateRequest {
  mode: "improve" | "generate";
  /** Of the text that is wanted. */
  language: MessageLanguage;
  candidate: { name: string };
  /** The user's words; may be blank when generating. */
  message: string;
  /** Facts of the CV, or the beginning of its text; empty when there is none. */
  cv: string;
}

const TemplateAnswer = z.object({ message: z.string() });

const TEMPLATE = `You help a candidate with the text they send, adapted each time, to companies they would like to work for. It must fit any company: name none, and claim nothing about one.

${HONESTY}

${VOICE}

The text:
- 100 to 200 words of plain text, in short paragraphs with an empty line between them, with a greeting and a closing for a reader whose name is not known, and the candidate's name below.`;

const MODE: Record<TemplateRequest["mode"], string> = {
  improve:
    "Improve the text in <template>: mend spelling and grammar, tighten, order. Keep its language, every fact and the person who speaks. Add no fact. Keep a placeholder only where the candidate wrote one.",
  generate:
    "Write the text in the language named in <language>, from <cv> and, where there are any, the candidate's notes in <template>. With neither, write only what holds for anyone who asks for work.",
};

/**
 * The question for the user's template. An improvement gets no CV: it may not add what the user did not write.
 * @param objections why the text written before was not good enough; empty for the first
 */
export function templatePrompt(
  { mode, language, candidate, message, cv }: TemplateRequest,
  objections = "",
): Prompt<{ message: string }> {
  return {
    name: "template",
    instructions: `${TEMPLATE}\n- ${MODE[mode]}\n- For that language: ${MANNERS[language]}`,
    input: [
      block("task", mode),
      block("language", language),
      block("candidate", fields({ name: candidate.name })),
      block("template", message),
      ...(mode === "generate" ? [block("cv", cv)] : []),
      ...(objections === "" ? [] : [objections]),
    ].join("\n\n"),
    answer: TemplateAnswer,
  };
}
