/** Waits for work, but not for ever. What is late goes on by itself. @param toError what it then fails with */
export async function withTimeout<T>(work: Promise<T>, ms: number, toError: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clock = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(toError()), ms);
  });
  try {
    return await Promise.race([work, clock]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects as soon as the signal fires, even when the promise ignores it (a fetch that hangs). */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // It may fail after everybody has gone, as an aborted request does.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  const abort = listenForAbort(signal);
  try {
    return await Promise.race([promise, abort.fired]);
  } finally {
    abort.forget();
  }
}

export function listenForAbort(signal: AbortSignal): { fired: Promise<never>; forget: () => void } {
  let listener = () => undefined as void;
  const fired = new Promise<never>((_, reject) => {
    listener = () => reject(new DOMException("The read was given up", "AbortError"));
    signal.addEventListener("abort", listener, { once: true });
  });
  // Nobody may be waiting when it fires.
  fired.catch(() => undefined);
  return { fired, forget: () => signal.removeEventListener("abort", listener) };
}
