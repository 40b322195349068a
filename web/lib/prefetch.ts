/** How long an answer that nobody has wanted is kept, in milliseconds: what is older may no longer be so. */
const PREFETCH_TTL_MS = 10_000;

const prefetched = new Map<string, Promise<Response>>();
let preloaded = new Map<string, unknown>();

/**
 * Asks the server while the code that will want the answer still loads.
 * @param url path and query exactly as the call will ask them
 */
export function prefetch(url: string): Promise<Response> {
  const answer = fetch(url, { credentials: "same-origin" });
  // A failure is told to whoever wants the answer.
  answer.catch(() => undefined);
  prefetched.set(url, answer);
  setTimeout(cancelPrefetch, PREFETCH_TTL_MS, url);
  return answer;
}

/** What nobody takes is not read to its end: it would keep its connection. */
function cancelPrefetch(url: string): void {
  const answer = prefetched.get(url);
  prefetched.delete(url);
  answer?.then(({ body }) => body?.cancel()).catch(() => undefined);
}

/** The answer to what was asked early, for one taker. */
export function takePrefetched(url: string): Promise<Response> | undefined {
  const answer = prefetched.get(url);
  prefetched.delete(url);
  return answer;
}

/** Has the answers that the page has brought along. @returns whether there are any: of a page that was cut short there are none */
export function readPreloaded(): boolean {
  try {
    const { answers } = JSON.parse(document.getElementById("first-answers")?.textContent ?? "") as {
      answers: Record<string, unknown>;
    };
    preloaded = new Map(Object.entries(answers));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  setTimeout(discardPrefetched, PREFETCH_TTL_MS);
  return true;
}

/**
 * What the page has brought along, for one taker, as the schema of the call gives it: page and answers are of one version of the product, there is nothing in them that was not agreed.
 * @param url path and query exactly as the call would ask them
 */
export function takePreloaded(url: string): unknown {
  const answer = preloaded.get(url);
  preloaded.delete(url);
  return answer;
}

/** Forgets what nobody has taken: something is about to change at the server. */
export function discardPrefetched(): void {
  preloaded.clear();
  [...prefetched.keys()].forEach(cancelPrefetch);
}
