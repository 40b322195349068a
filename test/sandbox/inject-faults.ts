import type { OutsideRequest, Service } from "./outside-request";

/** Thrown where a fake server ends the connection; the Worker's entry point makes the caller's fetch fail. */
export class ConnectionLost extends Error {
  constructor() {
    super("Network connection lost.");
    this.name = "ConnectionLost";
  }
}

const HANG_MS = 120_000;

async function hang(ms: number | undefined): Promise<never> {
  await scheduler.wait(ms ?? HANG_MS);
  throw new ConnectionLost();
}

/** The request is carried out, but the response is an error. */
const ERROR_AFTER_ACCEPT = /^(5\d\d)_after_accept$/;
export const isErrorAfterAccept = (kind: string): boolean => ERROR_AFTER_ACCEPT.test(kind);

/** Half of the body with the length of all of it: truncated JSON. */
async function cutBody(answer: Response): Promise<Response> {
  const text = await answer.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), answer);
}

/**
 * Answers a call, with the fault in force for it.
 * @throws ConnectionLost for the kinds that end the connection
 */
export async function answerWithFaults(service: Service, call: OutsideRequest): Promise<Response> {
  const fault = await call.state.takeFault(service.name, service.calls(call));
  if (!fault) return service.answer(call);
  const { kind, ms, obeys } = fault;
  switch (kind) {
    case "latency":
      await scheduler.wait(ms ?? 1000);
      return service.answer(call);
    case "hang":
      return hang(ms);
    case "drop":
      throw new ConnectionLost();
    case "drop_after_accept":
      await service.answer(call);
      throw new ConnectionLost();
    case "hang_after_accept":
      await service.answer(call);
      return hang(ms);
    case "cut":
      return cutBody(await service.answer(call));
    case "garbage":
      return new Response("<html><body><h1>It works!</h1></body></html>", { headers: { "content-type": "text/html" } });
  }
  if (service.specials.includes(kind)) return service.answer({ ...call, special: kind, obeys });
  const lateStatus = ERROR_AFTER_ACCEPT.exec(kind)?.[1];
  if (lateStatus !== undefined) {
    const answer = await service.answer(call);
    // An error of the service stays, whatever the fault.
    return answer.ok ? service.error(Number(lateStatus), undefined) : answer;
  }
  const [status, reason] = kind.split(":");
  return service.error(Number(status), reason);
}

/** A numeric reason of a fault is the Retry-After in seconds: `429:120`. */
export function withRetryAfter(answer: Response, reason: string | undefined): Response {
  if (reason !== undefined && /^\d+$/.test(reason)) answer.headers.set("retry-after", reason);
  return answer;
}
