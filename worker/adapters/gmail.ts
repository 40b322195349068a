import { z } from "zod";
import { GMAIL_SEND } from "../addresses";
import { type Mailer, OutsideError } from "../ports";

const TIMEOUT = 15_000;
/** How much of an answer is worth keeping. */
const KEPT = 2_000;
const LONGEST_WAIT_S = 86_400;

/** Names that RFC 2606 and 6761 keep out of the real world. */
const RESERVED = /(^|\.)(test|example|invalid|localhost)$|(^|\.)example\.(com|net|org)$/u;
const isReserved = (address: string): boolean => RESERVED.test(address.slice(address.lastIndexOf("@") + 1).toLowerCase().replace(/\.$/u, ""));

const Accepted = z.object({ id: z.string().min(1) });
const Refused = z.object({
  error: z.object({ message: z.string().default(""), errors: z.array(z.object({ reason: z.string() })).default([]) }),
});

/** 403 with one of these is "not so fast"; any other 403 is a definite no. */
const RATE_REASONS = new Set(["rateLimitExceeded", "userRateLimitExceeded"]);

interface Options {
  fetch: typeof fetch;
  /** Reserved recipients may be written to: only inside the sandbox. */
  allowReserved: boolean;
  /** Milliseconds for one send. */
  timeout?: number;
}

/** Gmail as the one who takes our mail. One call is one POST: it is never repeated here. */
export function createGmail({ fetch, allowReserved, timeout: time = TIMEOUT }: Options): Mailer {
  return {
    async send({ accessToken, mime, recipient }, signal) {
      if (!allowReserved && isReserved(recipient)) throw new OutsideError("gmail", "refused", "a reserved name receives no mail", { reason: "reserved" });
      const timeout = AbortSignal.timeout(time);
      const init = {
        method: "POST", body: mime, redirect: "manual",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "message/rfc822" },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      } as const;
      let answer: { response: Response; text: string };
      try {
        const response = await fetch(GMAIL_SEND, init);
        answer = { response, text: await response.text() };
      } catch (error) {
        if (timeout.aborted) throw new OutsideError("gmail", "timeout", "Gmail did not answer in time");
        if (signal?.aborted) throw new OutsideError("gmail", "aborted", "the send was given up");
        throw new OutsideError("gmail", "unreachable", error instanceof Error ? error.message : "no connection to Gmail");
      }
      return read(answer.response, answer.text);
    },
  };
}

function read(response: Response, text: string): { id: string; response: string } {
  if (!response.ok) throw failureOf(response, text);
  const accepted = Accepted.safeParse(parse(text));
  const kept = text.slice(0, KEPT);
  if (!accepted.success) throw new OutsideError("gmail", "bad_answer", "Gmail's answer is not understood", { status: response.status, response: kept });
  return { id: accepted.data.id, response: kept };
}

function failureOf(response: Response, text: string): OutsideError {
  const { status } = response;
  const error = Refused.safeParse(parse(text)).data?.error;
  const reason = error?.errors[0]?.reason;
  const details = { status, response: text.slice(0, KEPT), ...(reason !== undefined && { reason }) };
  if (status >= 500) return new OutsideError("gmail", "server_error", `Gmail failed with ${status}`, details);
  if (status === 429 || (status === 403 && RATE_REASONS.has(reason ?? ""))) {
    const wait = waitOf(response.headers.get("retry-after"), error?.message ?? "");
    return new OutsideError("gmail", "rate_limited", "Gmail asks to wait", { ...details, ...(wait !== undefined && { retryAfterSeconds: wait }) });
  }
  return new OutsideError("gmail", "refused", `Gmail refused with ${status} ${reason ?? ""}`.trim(), details);
}

/** Seconds to wait: the header, or the moment that Gmail writes into its text ("Retry after 2026-11-21T10:00:00.000Z"). */
function waitOf(header: string | null, message: string): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  const moment = Date.parse(Number.isNaN(seconds) ? (header ?? /retry after (\S+Z)/iu.exec(message)?.[1] ?? "") : "");
  const wait = Number.isNaN(seconds) ? Math.ceil((moment - Date.now()) / 1000) : seconds;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 1), LONGEST_WAIT_S);
}

/** JSON, or undefined for anything else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
