import type { Config } from "../platform/config";
import type { StatusRpc } from "../platform/durable-objects";
import { ExternalServiceError, type LlmClient } from "../platform/ports";

interface ModelCheckPorts {
  config: Config;
  llmClient: Pick<LlmClient, "checkModel">;
  readonly status: DurableObjectStub<StatusRpc>;
  now(): Date;
}

/** The clock comes every five minutes; the model is looked at once an hour. Milliseconds. */
const MODEL_CHECK_INTERVAL_MS = 58 * 60_000;

/** Looks whether the model is there, without asking it anything: nobody has to fail first. What fails is reported by the port itself. */
export async function checkModel(ports: ModelCheckPorts): Promise<void> {
  if (ports.config.openai.apiKey === undefined) return;
  const { modelCheckedAt: lookedAt } = await ports.status.read();
  if (lookedAt !== null && ports.now().getTime() - Date.parse(lookedAt) < MODEL_CHECK_INTERVAL_MS) return;
  const checkedModel = await ports.llmClient.checkModel().catch((error: unknown) => {
    if (!(error instanceof ExternalServiceError)) throw error;
    return null;
  });
  await ports.status.recordModelCheck(checkedModel);
}
