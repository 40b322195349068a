import { z } from "zod";
import type { Deps } from "../deps";
import { log, logFault } from "../log";
import { takeTurn } from "./turn";

/** Letters written at once in one invocation: the sixth of its connections is for the database. */
const AT_ONCE = 5;
const AFTER_FAULT_SECONDS = 10;

const Wake = z.object({ userId: z.string(), generationId: z.string(), companyId: z.string() });

/** Consumer of the generation queue. A message says that a company's turn may have come; the row says whether it has. */
export async function generateQueued(batch: MessageBatch, deps: Deps): Promise<void> {
  const waiting = [...batch.messages];
  const work = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) await handle(message, deps);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function handle(message: Message, deps: Deps): Promise<void> {
  const turn = Wake.safeParse(message.body);
  if (!turn.success) {
    log("generation_message_malformed", { message: message.id });
    return message.ack();
  }
  try {
    const retryInSeconds = await takeTurn(deps, turn.data);
    if (retryInSeconds === null) message.ack();
    else message.retry({ delaySeconds: retryInSeconds });
  } catch (error) {
    // The row is still marked as running; it is picked up when it has shown no life for a while.
    logFault("generation_turn_broke", error, { generationId: turn.data.generationId });
    message.retry({ delaySeconds: AFTER_FAULT_SECONDS });
  }
}
