import { z } from "zod";
import { parseJson } from "../../lib/parse-json";
import { type Mailer, type MimeMessage, ExternalServiceError, THREAD_NOT_FOUND } from "../../platform/ports";
import { GMAIL_SEND_URL } from "../../platform/service-urls";
import { MAX_STORED_RESPONSE_LENGTH, toGmailError } from "./gmail-errors";
import { streamMime, wrapInThread } from "./mime-stream";

const SEND_TIMEOUT_MS = 15_000;

/** Names that RFC 2606 and 6761 reserve. */
const RESERVED_DOMAIN = /(^|\.)(test|example|invalid|localhost)$|(^|\.)example\.(com|net|org)$/u;
const isReservedAddress = (address: string): boolean =>
  RESERVED_DOMAIN.test(
    address
      .slice(address.lastIndexOf("@") + 1)
      .toLowerCase()
      .replace(/\.$/u, ""),
  );

const AcceptedResponse = z.object({ id: z.string().min(1), threadId: z.string().min(1).nullable().catch(null) });

interface GmailOptions {
  fetch: typeof fetch;
  /** Allow reserved recipients: only inside the sandbox. */
  allowReserved: boolean;
  /** Milliseconds for one send. */
  timeoutMs?: number;
}

/** Sends mail by Gmail's REST API. One call is one POST: it is never repeated here. */
export function createGmailMailer({ fetch, allowReserved, timeoutMs: time = SEND_TIMEOUT_MS }: GmailOptions): Mailer {
  return {
    async send({ accessToken, mime, recipient, threadId }, signal) {
      if (!allowReserved && isReservedAddress(recipient))
        throw new ExternalServiceError("gmail", "refused", "a reserved name receives no mail", { reason: "reserved" });
      const timeout = AbortSignal.timeout(time);
      const { url, type, body } = toUpload(mime, threadId);
      const init = {
        method: "POST",
        body: streamMime(body),
        redirect: "manual",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": type },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      } as const;
      let answer: { response: Response; text: string };
      try {
        const response = await fetch(url, init);
        answer = { response, text: await response.text() };
      } catch (error) {
        if (timeout.aborted) throw new ExternalServiceError("gmail", "timeout", "Gmail did not answer in time");
        if (signal?.aborted) throw new ExternalServiceError("gmail", "aborted", "the send was given up");
        throw new ExternalServiceError(
          "gmail",
          "unreachable",
          error instanceof Error ? error.message : "no connection to Gmail",
        );
      }
      return parseSendResponse(answer.response, answer.text, threadId);
    },
  };
}

/** The bare message has no place for its conversation: then both go as one multipart body. */
function toUpload(mime: MimeMessage, threadId: string | null): { url: string; type: string; body: MimeMessage } {
  if (threadId === null) return { url: `${GMAIL_SEND_URL}?uploadType=media`, type: "message/rfc822", body: mime };
  const { boundary, body } = wrapInThread(mime, threadId);
  return {
    url: `${GMAIL_SEND_URL}?uploadType=multipart`,
    type: `multipart/related; boundary=${boundary}`,
    body,
  };
}

function parseSendResponse(
  response: Response,
  text: string,
  threadId: string | null,
): Awaited<ReturnType<Mailer["send"]>> {
  if (!response.ok) {
    const error = toGmailError(response, text);
    throw threadId !== null && isThreadRefusal(error) ? withReason(error, THREAD_NOT_FOUND) : error;
  }
  const accepted = AcceptedResponse.safeParse(parseJson(text));
  const stored = text.slice(0, MAX_STORED_RESPONSE_LENGTH);
  if (!accepted.success)
    throw new ExternalServiceError("gmail", "bad_answer", "Gmail's answer is not understood", {
      status: response.status,
      response: stored,
    });
  return { ...accepted.data, response: stored };
}

/** Gmail knows no such conversation: 404, or 400 for what is no id of one. */
const isThreadRefusal = ({ details: { status, response = "" } }: ExternalServiceError): boolean =>
  status === 404 || (status === 400 && /thread/iu.test(response));

const withReason = ({ service, failure, message, details }: ExternalServiceError, reason: string) =>
  new ExternalServiceError(service, failure, message, { ...details, reason });
