/** Code or texts of a screen could not be fetched. */
export class LoadError extends Error {
  override readonly name = "LoadError";
}

/** Resolves with the next return of the connection. */
const waitUntilOnline = (): Promise<void> =>
  new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));

/**
 * Imports modules, unless there is no connection: browsers remember that an import failed and do not try it again.
 * @throws LoadError
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (!navigator.onLine) throw new LoadError("There is no connection to fetch code with");
  try {
    return await load();
  } catch (cause) {
    throw new LoadError("The code or texts of a screen could not be fetched", { cause });
  }
}

/** The same for code that is not missed meanwhile: after a failure it is tried again when the connection is back. */
export const fetchCodeOnceOnline = <Code>(load: () => Promise<Code>): Promise<Code> =>
  fetchCode(load).catch(() => waitUntilOnline().then(() => fetchCodeOnceOnline(load)));
