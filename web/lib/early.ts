/** How long an answer that nobody has wanted is kept, in milliseconds: what is older may no longer be so. */
const FRESH = 10_000;

const early = new Map<string, Promise<Response>>();
let brought = new Map<string, unknown>();

/**
 * Asks the server while the code that will want the answer still loads.
 * @param url path and query exactly as the call will ask them
 */
export function askEarly(url: string): Promise<Response> {
  const answer = fetch(url, { credentials: "same-origin" });
  // A failure is told to whoever wants the answer.
  answer.catch(() => undefined);
  early.set(url, answer);
  setTimeout(drop, FRESH, url);
  return answer;
}

/** What nobody takes is not read to its end: it would keep its connection. */
function drop(url: string): void {
  const answer = early.get(url);
  early.delete(url);
  answer?.then(({ body }) => body?.cancel()).catch(() => undefined);
}

/** The answer to what was asked early, for one taker. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = early.get(url);
  early.delete(url);
  return answer;
}

/** Has the answers that the page has brought along. @returns whether there are any: of a page that was cut short there are none */
export function haveBrought(): boolean {
  try {
    const { answers } = JSON.parse(document.getElementById("first-answers")?.textContent ?? "") as {
      answers: Record<string, unknown>;
    };
    brought = new Map(Object.entries(answers));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  setTimeout(forgetEarly, FRESH);
  return true;
}

/**
 * What the page has brought along, for one taker, as the schema of the call gives it: page and answers are of one version of the product, there is nothing in them that was not agreed.
 * @param url path and query exactly as the call would ask them
 */
export function takeBrought(url: string): unknown {
  const answer = brought.get(url);
  brought.delete(url);
  return answer;
}

/** Forgets what nobody has taken: something is about to change at the server. */
export function forgetEarly(): void {
  brought.clear();
  [...early.keys()].forEach(drop);
}
