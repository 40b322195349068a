/** How long an answer that nobody has wanted is kept, in milliseconds: what is older may no longer be so. */
const FRESH = 10_000;

/** What a call reads of an answer. */
export interface Answered extends Pick<Response, "ok" | "status" | "headers" | "json">, Partial<Pick<Response, "body">> {
  /** It came in one piece with the page, from the same version of the product: there is nothing in it that the page does not know. */
  brought?: true;
}

const early = new Map<string, Promise<Answered>>();

/**
 * Asks the server while the code that will want the answer still loads.
 * @param url path and query exactly as the call will ask them
 */
export function askEarly(url: string): Promise<Answered> {
  const answer = fetch(url, { credentials: "same-origin" });
  // A failure is told to whoever wants the answer.
  answer.catch(() => undefined);
  keep(url, answer);
  return answer;
}

/** Has the answers that the page has brought along. @returns whether there are any */
export function haveBrought(): boolean {
  const brought = document.querySelectorAll<HTMLScriptElement>("script[data-answer]");
  for (const { dataset, text } of brought) {
    // Not a `Response`: the browser would take several turns to read its own text back.
    keep(dataset.answer ?? "", Promise.resolve({ brought: true, ok: true, status: 200, headers: new Headers(), json: () => Promise.resolve(text).then<unknown>(JSON.parse) }));
  }
  return brought.length > 0;
}

function keep(url: string, answer: Promise<Answered>): void {
  early.set(url, answer);
  setTimeout(drop, FRESH, url);
}

/** What nobody takes is not read to its end: it would keep its connection. */
function drop(url: string): void {
  const answer = early.get(url);
  early.delete(url);
  answer?.then(({ body }) => body?.cancel()).catch(() => undefined);
}

/** The answer to what was asked early, for one taker. */
export function takeEarly(url: string): Promise<Answered> | undefined {
  const answer = early.get(url);
  early.delete(url);
  return answer;
}

/** Forgets what nobody has taken: something is about to change at the server. */
export const forgetEarly = (): void => [...early.keys()].forEach(drop);
