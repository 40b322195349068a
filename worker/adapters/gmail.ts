import { z } from "zod";
import { GMAIL_SEND } from "../addresses";
import { type Mailer, OutsideError } from "../ports";
import { KEPT, parseJson, readFailure } from "./gmail-failure";
import { streamMime } from "./mime-body";

const TIMEOUT = 15_000;

/** Names that RFC 2606 and 6761 keep out of the real world. */
const RESERVED = /(^|\.)(test|example|invalid|localhost)$|(^|\.)example\.(com|net|org)$/u;
const isReserved = (address: string): boolean =>
  RESERVED.test(
    address
      .slice(address.lastIndexOf("@") + 1)
      .toLowerCase()
      .replace(/\.$/u, ""),
  );

const Accepted = z.object({ id: z.string().min(1), threadId: z.string().min(1).nullable().catch(null) });

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
      if (!allowReserved && isReserved(recipient))
        throw new OutsideError("gmail", "refused", "a reserved name receives no mail", { reason: "reserved" });
      const timeout = AbortSignal.timeout(time);
      const init = {
        method: "POST",
        body: streamMime(mime),
        redirect: "manual",
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
        throw new OutsideError(
          "gmail",
          "unreachable",
          error instanceof Error ? error.message : "no connection to Gmail",
        );
      }
      return readAnswer(answer.response, answer.text);
    },
  };
}

function readAnswer(response: Response, text: string): Awaited<ReturnType<Mailer["send"]>> {
  if (!response.ok) throw readFailure(response, text);
  const accepted = Accepted.safeParse(parseJson(text));
  const kept = text.slice(0, KEPT);
  if (!accepted.success)
    throw new OutsideError("gmail", "bad_answer", "Gmail's answer is not understood", {
      status: response.status,
      response: kept,
    });
  return { ...accepted.data, response: kept };
}
