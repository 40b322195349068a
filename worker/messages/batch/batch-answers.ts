import type { Deps } from "../../compose";
import { sha256 } from "../../lib/hash";
import { logError } from "../../lib/log";
import type { Llm, Prompt } from "../../platform/ports";
import { getGenerationObject } from "../generate/generation-signals";

/**
 * The name of a letter's prompt in a batch: whatever of its sources changes makes another one. It tells the service
 * nothing of the company.
 */
export const toPromptId = (companyId: string, { name, instructions, input }: Prompt<unknown>): Promise<string> =>
  sha256(JSON.stringify([companyId, name, instructions, input]));

/**
 * The writer of a letter whose batch has ended: what was asked there word for word is answered from it, once; anything
 * else, such as a second attempt, is asked now.
 */
export function withBatchAnswers(
  deps: Pick<Deps, "generations" | "llmBatches">,
  { userId, companyId }: { userId: string; companyId: string },
  writer: Llm,
): Llm {
  const used = new Set<string>();
  return {
    async generate(prompt, signal) {
      const id = await toPromptId(companyId, prompt);
      const answer = used.has(id) ? null : await findAnswer(deps, userId, id);
      if (answer === null) return writer.generate(prompt, signal);
      used.add(id);
      return deps.llmBatches.parseAnswer(answer, prompt);
    },
  };
}

/** Without the object the letter is asked for again, at the full price. */
const findAnswer = (deps: Pick<Deps, "generations">, userId: string, id: string): Promise<string | null> =>
  getGenerationObject(deps, userId)
    .findBatchAnswer(id)
    .catch((error: unknown) => {
      logError("batch_answer_not_found", error);
      return null;
    });
