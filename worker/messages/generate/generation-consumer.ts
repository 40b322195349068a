import type { Deps } from "../../compose";
import { log, logError } from "../../lib/log";
import { GenerationWakeUp } from "../../platform/queue-messages";
import { generateItem } from "./generate-item";

/** Letters written at once in one invocation: the sixth of its connections is for the database. */
const MAX_PARALLEL_ITEMS = 5;
const RETRY_AFTER_BUG_S = 10;

/** Consumer of the generation queue. A message says that a company's turn may have come; the row says whether it has. */
export async function consumeGenerationQueue(batch: MessageBatch, deps: Deps): Promise<void> {
  const waiting = [...batch.messages];
  const work = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) await handleQueueMessage(message, deps);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_ITEMS }, work));
}

async function handleQueueMessage(message: Message, deps: Deps): Promise<void> {
  const payload = GenerationWakeUp.safeParse(message.body);
  if (!payload.success) {
    log("generation_message_malformed", { message: message.id });
    return message.ack();
  }
  try {
    const retryInSeconds = await generateItem(deps, payload.data);
    if (retryInSeconds === null) message.ack();
    else message.retry({ delaySeconds: retryInSeconds });
  } catch (error) {
    // The row is still marked as running; it is picked up when it has shown no life for a while.
    logError("generation_turn_broke", error, { generationId: payload.data.generationId });
    message.retry({ delaySeconds: RETRY_AFTER_BUG_S });
  }
}
