import type { z } from "zod";
import type { ImproveBody } from "../contract/messages";
import type { Language } from "../contract/fields";
import type { Deps } from "../deps";
import { readCv } from "./cv";
import { templatePrompt } from "./prompt";
import { tidyTemplate } from "./rules";
import { candidateQuery } from "./store";
import { answerOf } from "./write";

/**
 * A better or a new template; nothing is saved, the user decides. Only generating reads the CV.
 * @throws Refusal writer_failed, or OutsideError when the writer fails
 */
export async function improveTemplate(deps: Pick<Deps, "db" | "writer">, user: { id: string; name: string; language: Language }, { mode, message }: z.output<typeof ImproveBody>, signal: AbortSignal): Promise<string> {
  const cv = mode === "generate" ? await readCv(deps, user.id, (await candidateQuery(deps.db, user.id))[0], signal) : null;
  const prompt = templatePrompt({ mode, language: user.language, candidate: { name: user.name }, message, cv });
  return answerOf(deps.writer, prompt, (answer) => tidyTemplate(answer.message, [message, cv ?? ""]), signal);
}
