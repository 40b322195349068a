import { createGmailMailer } from "../../../../worker/adapters/gmail/gmail-client";
import type { Mailer } from "../../../../worker/platform/ports";
import { gmailError } from "../../../sandbox/gmail/gmail-errors";
import type { ConcurrentAction } from "./commands";
import type { GmailOutcome } from "./gmail-outcomes";

/** The adapter's patience with a Gmail that hangs. */
const HANG_TIMEOUT_MS = 5;

const waitForever = async (): Promise<never> => {
  for (;;) await scheduler.wait(1_000);
};
const connectionLostError = () => new Error("Network connection lost.");

/**
 * The product's Gmail adapter in front of the sandbox's Gmail, with a script: the outcome of each POST, and a point at
 * which the next mail pauses while a test does something else.
 */
export class ScriptedGmail implements Mailer {
  /** Recipients of the mails that Gmail accepted, in order. */
  readonly accepted: string[] = [];
  /** A POST is paused; `resume` continues it. */
  paused = false;
  /** The server must be killed now: the POST never ends. */
  crashing = false;
  readonly #outside: typeof fetch;
  #outcomes: GmailOutcome[] = [];
  #posts = 0;
  #hold: Pick<ConcurrentAction, "post" | "when"> | undefined;

  constructor(outside: typeof fetch) {
    this.#outside = outside;
  }

  /** Starts a new script. After its last outcome every POST succeeds. */
  setScript(outcomes: readonly GmailOutcome[], hold?: Pick<ConcurrentAction, "post" | "when">): void {
    this.#outcomes = [...outcomes];
    this.#hold = hold;
    this.#posts = 0;
    this.paused = false;
    this.crashing = false;
  }

  resume(): void {
    this.#hold = undefined;
    this.paused = false;
  }

  async send(mail: Parameters<Mailer["send"]>[0]): ReturnType<Mailer["send"]> {
    const outcome = this.#outcomes.shift() ?? "ok";
    const post = this.#posts;
    this.#posts += 1;
    await this.#pauseAt(post, "before Gmail has it");
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { signal, ...unhurried } = init ?? {};
      return this.#answer(outcome, post, mail.recipient, () => this.#outside(input, unhurried), signal);
    };
    return createGmailMailer({
      fetch,
      allowReserved: true,
      ...(outcome.endsWith("hang") && { timeoutMs: HANG_TIMEOUT_MS }),
    }).send(mail);
  }

  async #pauseAt(post: number, when: ConcurrentAction["when"]): Promise<void> {
    if (this.#hold?.post !== post || this.#hold.when !== when) return;
    this.paused = true;
    while (this.paused) await scheduler.wait(1);
  }

  async #answer(
    outcome: GmailOutcome,
    post: number,
    recipient: string,
    ask: () => Promise<Response>,
    signal: AbortSignal | null | undefined,
  ): Promise<Response> {
    let answer: Response | undefined;
    if (outcome === "ok" || outcome.startsWith("accept")) {
      answer = await ask();
      if (answer.ok) this.accepted.push(recipient);
    }
    await this.#pauseAt(post, "after");
    if (answer && !answer.ok) return answer;
    switch (outcome) {
      case "ok":
        return answer ?? Response.error();
      case "drop":
      case "accept and drop":
        throw connectionLostError();
      case "accept and answer garbage":
        return new Response("<html>It works!</html>");
      case "accept and answer 500":
      case "accept and answer 503":
        return gmailError(Number(outcome.slice(-3)));
      case "hang":
      case "accept and hang":
        // Polled: a request that waits only for the abort event may never get it.
        for (;;) {
          if (signal?.aborted) throw connectionLostError();
          await scheduler.wait(1);
        }
      case "crash":
      case "accept and crash":
        this.crashing = true;
        return waitForever();
      default: {
        const [status, reason] = outcome.split(":");
        return gmailError(Number(status), reason);
      }
    }
  }
}
