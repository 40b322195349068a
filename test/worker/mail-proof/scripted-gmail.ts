import { createGmail } from "../../../worker/adapters/gmail";
import type { Mailer } from "../../../worker/ports";
import { gmailError } from "../../sandbox/gmail/errors";
import type { Meanwhile } from "./commands";
import type { Outcome } from "./outcomes";

/** How long the adapter waits for a Gmail that was told to hang. Milliseconds. */
const HANG = 5;

const never = async (): Promise<never> => {
  for (;;) await scheduler.wait(1_000);
};
const lost = () => new Error("Network connection lost.");

/**
 * The product's own Gmail adapter in front of the sandbox's Gmail, with a script: what becomes of each POST, and a point at which the
 * next mail holds still while a test does something else.
 */
export class ScriptedGmail implements Mailer {
  /** Addresses Gmail took a mail for, in order. */
  readonly accepted: string[] = [];
  /** A POST holds still: let it go with `goOn`. */
  held = false;
  /** The server is to be killed now: the POST will never come back. */
  crashing = false;
  readonly #outside: typeof fetch;
  #outcomes: Outcome[] = [];
  #posts = 0;
  #hold: Pick<Meanwhile, "post" | "when"> | undefined;

  constructor(outside: typeof fetch) {
    this.#outside = outside;
  }

  /** Begins a new script. After its last outcome everything goes well. */
  script(outcomes: readonly Outcome[], hold?: Pick<Meanwhile, "post" | "when">): void {
    this.#outcomes = [...outcomes];
    this.#hold = hold;
    this.#posts = 0;
    this.held = false;
    this.crashing = false;
  }

  goOn(): void {
    this.#hold = undefined;
    this.held = false;
  }

  async send(mail: Parameters<Mailer["send"]>[0]): ReturnType<Mailer["send"]> {
    const outcome = this.#outcomes.shift() ?? "ok";
    const post = this.#posts;
    this.#posts += 1;
    await this.#still(post, "before Gmail has it");
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { signal, ...unhurried } = init ?? {};
      return this.#answer(outcome, post, mail.recipient, () => this.#outside(input, unhurried), signal);
    };
    return createGmail({ fetch, allowReserved: true, ...(outcome.endsWith("hang") && { timeout: HANG }) }).send(mail);
  }

  async #still(post: number, when: Meanwhile["when"]): Promise<void> {
    if (this.#hold?.post !== post || this.#hold.when !== when) return;
    this.held = true;
    while (this.held) await scheduler.wait(1);
  }

  async #answer(
    outcome: Outcome,
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
    await this.#still(post, "after");
    if (answer && !answer.ok) return answer;
    switch (outcome) {
      case "ok":
        return answer ?? Response.error();
      case "drop":
      case "accept and drop":
        throw lost();
      case "accept and answer garbage":
        return new Response("<html>It works!</html>");
      case "accept and answer 500":
      case "accept and answer 503":
        return gmailError(Number(outcome.slice(-3)));
      case "hang":
      case "accept and hang":
        // Looked at now and then: a request that waits for nothing but the event may never hear of it.
        for (;;) {
          if (signal?.aborted) throw lost();
          await scheduler.wait(1);
        }
      case "crash":
      case "accept and crash":
        this.crashing = true;
        return never();
      default: {
        const [status, reason] = outcome.split(":");
        return gmailError(Number(status), reason);
      }
    }
  }
}
