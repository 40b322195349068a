import { mayPass, type Model, OutsideError, type Writer } from "../ports";
import { raced } from "./web-body";

const PAUSE_MS = 1_000;
/** A longer wait is the caller's to plan. */
const LONGEST_PAUSE_MS = 5_000;

/** Where questions are paid from. */
export interface Purse {
  /** Counts a question. Throws OutsideError("writer", "refused", …) when there is nothing left to pay it from. */
  take(): Promise<void>;
  /** Takes back the last one counted: nobody has answered it. */
  giveBack(): Promise<void>;
}

interface Options {
  model: Model;
  /** Tells the users apart for the service. */
  endUser: () => Promise<string>;
  purse: Purse;
  /** Questions that have been counted already. */
  counted: number;
  /** Pause before the second try, milliseconds. */
  pauseMs?: number;
}

/**
 * A writer that counts every question before it is asked, second tries too, and asks once more after what may pass. A question that nobody
 * could answer, because the service is not set up for it, is not counted.
 */
export function createWriter({ model, endUser, purse, counted, pauseMs = PAUSE_MS }: Options): Writer {
  let paid = counted;
  return {
    async answer(prompt, signal) {
      if (signal?.aborted) throw givenUp();
      for (let tries = 1; ; tries += 1) {
        const lacking = model.lacking();
        if (lacking) {
          for (; paid > 0; paid -= 1) await purse.giveBack();
          throw lacking;
        }
        if (paid > 0) paid -= 1;
        else await purse.take();
        try {
          return await model.ask(prompt, await endUser(), signal);
        } catch (error) {
          if (error instanceof OutsideError && error.failure === "misconfigured") await purse.giveBack();
          const pause = tries > 1 || prompt.hurried ? undefined : pauseBefore(error, pauseMs);
          if (pause === undefined) throw error;
          await sleep(pause, signal);
        }
      }
    },
  };
}

const givenUp = () => new OutsideError("writer", "aborted", "The writing was given up");

/** How long to wait before the one retry; undefined when a second try would not help. */
function pauseBefore(error: unknown, usual: number): number | undefined {
  if (!(error instanceof OutsideError) || !mayPass(error)) return undefined;
  const pause = error.details.retryAfterSeconds === undefined ? usual : error.details.retryAfterSeconds * 1_000;
  return pause <= LONGEST_PAUSE_MS ? pause : undefined;
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await (signal ? raced(slept, signal) : slept);
  } catch {
    throw givenUp();
  } finally {
    clearTimeout(timer);
  }
}
