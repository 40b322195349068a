import type { z } from "zod";
import type { ImproveBody } from "../contract/messages";
import type { Language } from "../contract/fields";
import type { Deps } from "../deps";
import { answerOf } from "./ask";
import { readCv, shownOf } from "./cv";
import { objectionsBlock } from "./objections";
import { templatePrompt } from "./prompt-template";
import { languageOf, reviewTemplate } from "./review";
import type { Candidate } from "./store";

/**
 * A better or a new template; nothing is saved, the user decides. Only generating reads the CV.
 * @throws Refusal message_refused or writer_failed, or OutsideError when the writer fails
 */
export async function improveTemplate(deps: Pick<Deps, "db" | "writer">, user: { id: string; name: string; email: string; language: Language }, candidate: Candidate | undefined, { mode, message }: z.output<typeof ImproveBody>, signal: AbortSignal): Promise<string> {
  const cv = mode === "generate" ? await readCv(deps, user.id, candidate, signal) : null;
  const language = mode === "improve" ? languageOf(message, user.language) : user.language;
  const { name, email } = user;
  return answerOf(
    deps.writer,
    (objections) => templatePrompt({ mode, language, candidate: { name }, message, cv: shownOf(cv) }, objections.length > 0 ? objectionsBlock(objections) : ""),
    async ({ message: written }) => reviewTemplate(written, { cv: cv?.text ?? "", template: message, candidate: { name, email }, language }),
    signal,
  );
}
