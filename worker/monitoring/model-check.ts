import type { Config } from "../platform/config";
import type { StatusRpc } from "../platform/durable-objects";
import { ExternalServiceError, type LlmClient } from "../platform/ports";

interface ModelCheckPorts {
  config: Config;
  llmClient: Pick<LlmClient, "checkModel">;
  readonly status: DurableObjectStub<StatusRpc>;
  now(): Date;
}

/** The cron job runs every five minutes; the model is checked once an hour. Milliseconds. */
const MODEL_CHECK_INTERVAL_MS = 58 * 60_000;

/** Checks whether the model exists, without a completion, so that no user fails first. The port reports failures. */
export async function checkModel(ports: ModelCheckPorts): Promise<void> {
  if (ports.config.openai.apiKey === undefined) return;
  const { modelCheckedAt } = await ports.status.read();
  if (modelCheckedAt !== null && ports.now().getTime() - Date.parse(modelCheckedAt) < MODEL_CHECK_INTERVAL_MS) return;
  const checkedModel = await ports.llmClient.checkModel().catch((error: unknown) => {
    if (!(error instanceof ExternalServiceError)) throw error;
    return null;
  });
  await ports.status.recordModelCheck(checkedModel);
}
