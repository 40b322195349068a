/** A fault's reason that is a number is how long the server tells one to wait, in seconds: `429:120`. */
export function withRetryAfter(answer: Response, reason: string | undefined): Response {
  if (reason !== undefined && /^\d+$/.test(reason)) answer.headers.set("retry-after", reason);
  return answer;
}
