import type { Deps } from "../deps";
import { OutsideError } from "../ports";

/** The clock comes every five minutes; the model is looked at once an hour. Milliseconds. */
const EVERY_MS = 58 * 60_000;

/** Looks whether the model is there, without asking it anything: nobody has to fail first. What fails is reported by the port itself. */
export async function lookAtModel(deps: Pick<Deps, "config" | "model" | "now" | "status">): Promise<void> {
  if (deps.config.openai.apiKey === undefined) return;
  const { lookedAt } = await deps.status.read();
  if (lookedAt !== null && deps.now().getTime() - Date.parse(lookedAt) < EVERY_MS) return;
  const seen = await deps.model.look().catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    return null;
  });
  await deps.status.noteLook(seen);
}
