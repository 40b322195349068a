import { rejectOnAbort } from "../../lib/timeouts";
import { isRetryable, type LlmClient, ExternalServiceError, type PrepaidLlm } from "../../platform/ports";
import { abortedError } from "./llm-errors";

const RETRY_PAUSE_MS = 1_000;
/** The caller schedules longer waits. */
const MAX_RETRY_PAUSE_MS = 5_000;

/** Budget that calls are paid from. */
export interface LlmBudget {
  /** Counts a call under the user's share. @throws ExternalServiceError("writer", "refused", …) when it is used up */
  takeShare(): Promise<void>;
  /** Refunds the last call of the share, which was not made. */
  giveShareBack(): Promise<void>;
  /**
   * Counts a call of the share for all users too.
   * @throws ExternalServiceError("writer", "refused", …) when theirs are used up; the share is refunded
   */
  takeCall(): Promise<void>;
  /** Refunds the last counted call, which got no answer. */
  giveBack(): Promise<void>;
}

interface BudgetedLlmOptions {
  client: LlmClient;
  /** Pseudonymous id of the user for the service. */
  endUser: () => Promise<string>;
  budget: LlmBudget;
  /** Calls that the user's share has paid already. */
  counted: number;
  /** Pause before the retry, milliseconds. */
  pauseMs?: number;
}

/**
 * LLM that counts every call before it is made, retries included, and retries once after a transient failure. A call
 * that failed because the service is not configured is refunded.
 */
export function createBudgetedLlm({
  client,
  endUser,
  budget,
  counted,
  pauseMs = RETRY_PAUSE_MS,
}: BudgetedLlmOptions): PrepaidLlm {
  let prepaidCalls = counted;
  const giveUnusedBack = async () => {
    for (; prepaidCalls > 0; prepaidCalls -= 1) await budget.giveShareBack();
  };
  return {
    giveUnusedBack,
    async generate(prompt, signal) {
      if (signal?.aborted) throw abortedError();
      for (let tries = 1; ; tries += 1) {
        const misconfiguration = client.findMisconfiguration();
        if (misconfiguration) {
          await giveUnusedBack();
          throw misconfiguration;
        }
        if (prepaidCalls > 0) prepaidCalls -= 1;
        else await budget.takeShare();
        await budget.takeCall();
        try {
          return await client.generate(prompt, await endUser(), signal);
        } catch (error) {
          if (error instanceof ExternalServiceError && error.failure === "misconfigured") await budget.giveBack();
          const pause = tries > 1 || prompt.interactive ? undefined : findRetryPause(error, pauseMs);
          if (pause === undefined) throw error;
          await sleep(pause, signal);
        }
      }
    },
  };
}

/** Pause before the one retry; undefined when a retry would not help. */
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
