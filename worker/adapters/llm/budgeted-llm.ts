import { rejectOnAbort } from "../../lib/timeouts";
import { isRetryable, type LlmClient, ExternalServiceError, type Llm } from "../../platform/ports";
import { abortedError } from "./llm-errors";

const RETRY_PAUSE_MS = 1_000;
/** A longer wait is the caller's to plan. */
const MAX_RETRY_PAUSE_MS = 5_000;

/** Where questions are paid from. */
export interface LlmBudget {
  /** Counts a question. Throws ExternalServiceError("writer", "refused", …) when there is nothing left to pay it from. */
  take(): Promise<void>;
  /** Takes back the last one counted: nobody has answered it. */
  giveBack(): Promise<void>;
}

interface BudgetedLlmOptions {
  model: LlmClient;
  /** Tells the users apart for the service. */
  endUser: () => Promise<string>;
  purse: LlmBudget;
  /** Questions that have been counted already. */
  counted: number;
  /** Pause before the second try, milliseconds. */
  pauseMs?: number;
}

/**
 * A writer that counts every question before it is asked, second tries too, and asks once more after what may pass. A question that nobody
 * could answer, because the service is not set up for it, is not counted.
 */
export function createBudgetedLlm({
  model,
  endUser,
  purse,
  counted,
  pauseMs = RETRY_PAUSE_MS,
}: BudgetedLlmOptions): Llm {
  let prepaidCalls = counted;
  return {
    async generate(prompt, signal) {
      if (signal?.aborted) throw abortedError();
      for (let tries = 1; ; tries += 1) {
        const misconfiguration = model.findMisconfiguration();
        if (misconfiguration) {
          for (; prepaidCalls > 0; prepaidCalls -= 1) await purse.giveBack();
          throw misconfiguration;
        }
        if (prepaidCalls > 0) prepaidCalls -= 1;
        else await purse.take();
        try {
          return await model.generate(prompt, await endUser(), signal);
        } catch (error) {
          if (error instanceof ExternalServiceError && error.failure === "misconfigured") await purse.giveBack();
          const pause = tries > 1 || prompt.interactive ? undefined : findRetryPause(error, pauseMs);
          if (pause === undefined) throw error;
          await sleep(pause, signal);
        }
      }
    },
  };
}

/** How long to wait before the one retry; undefined when a second try would not help. */
function findRetryPause(error: unknown, usual: number): number | undefined {
  if (!(error instanceof ExternalServiceError) || !isRetryable(error)) return undefined;
  const pause = error.details.retryAfterSeconds === undefined ? usual : error.details.retryAfterSeconds * 1_000;
  return pause <= MAX_RETRY_PAUSE_MS ? pause : undefined;
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await (signal ? rejectOnAbort(slept, signal) : slept);
  } catch {
    throw abortedError();
  } finally {
    clearTimeout(timer);
  }
}
