import type { z } from "zod";
import type { Language } from "../contract/fields";
import type { ImproveBody } from "../contract/messages";
import type { Deps } from "../deps";
import type { Writer } from "../ports";
import { answerOf } from "./ask";
import { readCv, shownOf } from "./cv";
import { objectionsBlock } from "./objections";
import { templatePrompt } from "./prompt-template";
import { languageOf, reviewTemplate } from "./review";
import type { Candidate } from "./store";

/**
 * A better or a new template; nothing is saved, the user decides. Only generating reads the CV.
 * @throws ApiError message_refused or writer_failed, or OutsideError when the writer fails
 */
export async function improveTemplate(
  { db, writer }: Pick<Deps, "db"> & { writer: Writer },
  user: { id: string; name: string; email: string; language: Language },
  candidate: Candidate | undefined,
  { mode, message }: z.output<typeof ImproveBody>,
  signal: AbortSignal,
): Promise<string> {
  const cv = mode === "generate" ? await readCv({ db }, user.id, candidate, signal) : null;
  const language = mode === "improve" ? languageOf(message, user.language) : user.language;
  const { name, email } = user;
  return answerOf(
    writer,
    (objections) =>
      templatePrompt(
        { mode, language, candidate: { name }, message, cv: shownOf(cv) },
        objections.length > 0 ? objectionsBlock(objections) : "",
      ),
    async ({ message: written }) =>
      reviewTemplate(written, { cv: cv?.text ?? "", template: message, candidate: { name, email }, language }),
    signal,
  );
}
