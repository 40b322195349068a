import { OutsideError } from "../ports";

/** What a service says of its no. */
export interface Said {
  status: number;
  /** Its own word for it. */
  code: string | undefined;
  /** Its sentence: it may hold a part of the key, so it is looked at and never passed on. */
  message: string;
  retryAfter: string | null | undefined;
}

/** An account without money, whatever the status says. */
const EMPTY = new Set(["insufficient_quota", "billing_not_active", "billing_hard_limit_reached"]);
/** The service does not want to write this. */
const DECLINED = new Set(["content_filter", "content_policy_violation", "invalid_prompt"]);
/** A model with a bound on its answer may tell as a 400 that it has thought for too long. */
const CUT = /max_tokens or model output limit was reached/iu;
/** A word that may be logged and shown. */
const PLAIN = /^[\w.-]{1,64}$/u;
const LONGEST_WAIT_S = 3_600;

export const badAnswer = (reason: string): OutsideError =>
  new OutsideError("writer", "bad_answer", `The writer's answer is no use: ${reason}`, { reason });

/** Whether the model is gone, or not for us; another one may do. */
export const isGone = ({ status, code }: Said): boolean => status === 404 || code === "model_not_found";

/** The error for an answer that is none. */
export function errorFor(said: Said): OutsideError {
  const { status, code, message } = said;
  const word = code !== undefined && PLAIN.test(code) ? code : undefined;
  const details = { status, ...(word !== undefined && { reason: word }) };
  const lacking = lackingOf(said);
  if (lacking !== undefined)
    return new OutsideError("writer", "misconfigured", `The writer answered ${status}: ${lacking}`, {
      status,
      reason: word ?? lacking,
    });
  if (DECLINED.has(code ?? "")) return badAnswer("content_filter");
  if (status === 400 && CUT.test(message)) return badAnswer("length");
  if (status === 429)
    return new OutsideError("writer", "rate_limited", "The writer asks to wait", {
      ...details,
      ...waitIn(said.retryAfter),
    });
  if (status >= 500 || status === 408)
    return new OutsideError("writer", "server_error", `The writer answered ${status}`, details);
  return new OutsideError("writer", "refused", `The writer answered ${status}`, details);
}

/** What only the operator can put right; undefined for anything else. */
function lackingOf(said: Said): string | undefined {
  if (said.status === 402 || EMPTY.has(said.code ?? "")) return "insufficient_quota";
  if (isGone(said)) return "model_not_found";
  if (said.status === 401) return "invalid_api_key";
  return said.status === 403 ? "forbidden" : undefined;
}

function waitIn(header: string | null | undefined): { retryAfterSeconds?: number } {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterSeconds: Math.min(seconds, LONGEST_WAIT_S) } : {};
}
