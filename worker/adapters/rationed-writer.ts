import { OutsideError, OVER_BUDGET, type Writer } from "../ports";

/**
 * A writer that is only asked while there is money for it.
 * @param take counts a question. @returns null when it may be asked, else the seconds after which there is money again
 * @param counted how many questions have been counted already
 */
export function rationed(writer: Writer, take: () => Promise<number | null>, counted = 0): Writer {
  let left = counted;
  return {
    async answer(prompt, signal) {
      left -= 1;
      const wait = left < 0 ? await take() : null;
      if (wait !== null) throw new OutsideError("writer", "refused", "The day's ceiling of questions is reached", { reason: OVER_BUDGET, retryAfterSeconds: wait });
      return writer.answer(prompt, signal);
    },
  };
}
