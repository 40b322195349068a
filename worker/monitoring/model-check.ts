import type { Deps } from "../compose";
import { ExternalServiceError } from "../platform/ports";

/** The clock comes every five minutes; the model is looked at once an hour. Milliseconds. */
const MODEL_CHECK_INTERVAL_MS = 58 * 60_000;

/** Looks whether the model is there, without asking it anything: nobody has to fail first. What fails is reported by the port itself. */
export async function checkModel(deps: Pick<Deps, "config" | "llmClient" | "now" | "status">): Promise<void> {
  if (deps.config.openai.apiKey === undefined) return;
  const { lookedAt } = await deps.status.read();
  if (lookedAt !== null && deps.now().getTime() - Date.parse(lookedAt) < MODEL_CHECK_INTERVAL_MS) return;
  const seen = await deps.llmClient.checkModel().catch((error: unknown) => {
    if (!(error instanceof ExternalServiceError)) throw error;
    return null;
  });
  await deps.status.noteLook(seen);
}
