type Area = "local" | "session";
/** Where a page is printed, when the app is built, there is none. */
const areaOf = (area: Area): Storage | undefined =>
  typeof window === "undefined" ? undefined : area === "local" ? window.localStorage : window.sessionStorage;

/** What a value has to be to be believed: a schema, or where none is needed `oneOf` a few, or `anyText`. */
interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}
export const oneOf = <const T>(...values: readonly T[]): Schema<T> => ({
  safeParse(value) {
    const at = values.findIndex((each) => each === value);
    return at < 0 ? { success: false } : { success: true, data: values[at] as T };
  },
});

export const anyText: Schema<string | null> = {
  safeParse: (value) =>
    value === null || typeof value === "string" ? { success: true, data: value } : { success: false },
};

/** One value kept in the browser, checked when it is read: what others wrote there, or an older version did, never breaks a screen. */
export interface Stored<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
}

/**
 * @param schema what a valid value looks like; anything else reads as the fallback
 * @param plain the value is a string kept as it is, not as JSON
 */
export function stored<T>(area: Area, key: string, schema: Schema<T>, fallback: T, plain = false): Stored<T> {
  return {
    read() {
      const kept = rawOf(area, key, plain);
      if (kept === null || kept === undefined) return fallback;
      const parsed = schema.safeParse(kept);
      return parsed.success ? parsed.data : fallback;
    },
    write(value) {
      attempt(() => areaOf(area)?.setItem(key, plain ? String(value) : JSON.stringify(value)));
    },
    clear() {
      attempt(() => areaOf(area)?.removeItem(key));
    },
  };
}

/** Removes the keys that match from one of the two. */
export function forgetStored(area: Area, matches: (key: string) => boolean): void {
  attempt(() => {
    const storage = areaOf(area);
    for (const key of Object.keys(storage ?? {})) if (matches(key)) storage?.removeItem(key);
  });
}

function rawOf(area: Area, key: string, plain: boolean): unknown {
  const text = attempt(() => areaOf(area)?.getItem(key)) ?? null;
  if (text === null || plain) return text;
  return attempt((): unknown => JSON.parse(text));
}

/** Storage may be full or switched off by the browser; the app then works without a memory. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
