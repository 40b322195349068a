import { OutsideError, OVER_BUDGET, type Writer } from "../ports";

/**
 * A writer that is only asked while there is money for it.
 * @param take counts a question. @returns null when it may be asked, else the seconds after which there is money again
 */
export const rationed = (writer: Writer, take: () => Promise<number | null>): Writer => ({
  async answer(prompt, signal) {
    const wait = await take();
    if (wait !== null) throw new OutsideError("writer", "refused", "The day's ceiling of questions is reached", { reason: OVER_BUDGET, retryAfterSeconds: wait });
    return writer.answer(prompt, signal);
  },
});
