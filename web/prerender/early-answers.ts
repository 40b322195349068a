/** How long an unused answer is kept: an older one may be out of date. */
const MAX_AGE_MS = 10_000;

const prefetched = new Map<string, Promise<Response>>();
let preloaded = new Map<string, unknown>();

/**
 * Requests an answer while the code that needs it still loads.
 * @param url path and query exactly as the API client will build them
 */
export function prefetch(url: string): Promise<Response> {
  const answer = fetch(url, { credentials: "same-origin" });
  // A failure is reported to the caller that takes the answer.
  answer.catch(() => undefined);
  prefetched.set(url, answer);
  setTimeout(cancelPrefetch, MAX_AGE_MS, url);
  return answer;
}

/** Cancels an unused answer: its unread body would hold the connection. */
function cancelPrefetch(url: string): void {
  const answer = prefetched.get(url);
  prefetched.delete(url);
  answer?.then(({ body }) => body?.cancel()).catch(() => undefined);
}

function discard(): void {
  preloaded.clear();
  [...prefetched.keys()].forEach(cancelPrefetch);
}

/** Reads the answers that the page carries. @returns false if it carries none, or was cut short in transit */
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
  setTimeout(discard, MAX_AGE_MS);
  return true;
}

/** An answer that the page carries, as its schema returns it; it can still be taken. */
export const peekPreloaded = (url: string): unknown => preloaded.get(url);

/** The source that the API client takes early answers from; each is taken once. */
export const earlyAnswers = {
  takePrefetched(url: string): Promise<Response> | undefined {
    const answer = prefetched.get(url);
    prefetched.delete(url);
    return answer;
  },
  takePreloaded(url: string): unknown {
    const answer = preloaded.get(url);
    preloaded.delete(url);
    return answer;
  },
  discard,
};
