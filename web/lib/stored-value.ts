type StorageArea = "local" | "session";
/** Undefined while pages are prerendered. */
const getStorage = (area: StorageArea): Storage | undefined =>
  typeof window === "undefined" ? undefined : area === "local" ? window.localStorage : window.sessionStorage;

/** Validates a stored value: a zod schema, `enumSchema` or `textSchema`. The latter two need no zod. */
export interface ValueSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}
export const enumSchema = <const T>(...values: readonly T[]): ValueSchema<T> => ({
  safeParse(value) {
    const at = values.findIndex((each) => each === value);
    return at < 0 ? { success: false } : { success: true, data: values[at] as T };
  },
});

export const textSchema: ValueSchema<string | null> = {
  safeParse: (value) =>
    value === null || typeof value === "string" ? { success: true, data: value } : { success: false },
};

/** One value in the browser's storage, validated when read: foreign or outdated content never breaks a screen. */
export interface StoredValue<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
}

/**
 * @param schema anything invalid reads as the fallback
 * @param plain the value is stored as text instead of JSON
 */
export function createStoredValue<T>(
  area: StorageArea,
  key: string,
  schema: ValueSchema<T>,
  fallback: T,
  plain = false,
): StoredValue<T> {
  return {
    read() {
      const raw = readRaw(area, key, plain);
      if (raw === null || raw === undefined) return fallback;
      const parsed = schema.safeParse(raw);
      return parsed.success ? parsed.data : fallback;
    },
    write(value) {
      ignoreStorageErrors(() => getStorage(area)?.setItem(key, plain ? String(value) : JSON.stringify(value)));
    },
    clear() {
      ignoreStorageErrors(() => getStorage(area)?.removeItem(key));
    },
  };
}

/** Removes the matching keys from one storage area. */
export function removeStoredKeys(area: StorageArea, matches: (key: string) => boolean): void {
  ignoreStorageErrors(() => {
    const storage = getStorage(area);
    for (const key of Object.keys(storage ?? {})) if (matches(key)) storage?.removeItem(key);
  });
}

function readRaw(area: StorageArea, key: string, plain: boolean): unknown {
  const text = ignoreStorageErrors(() => getStorage(area)?.getItem(key)) ?? null;
  if (text === null || plain) return text;
  return ignoreStorageErrors((): unknown => JSON.parse(text));
}

/** Storage may be full or disabled; the app then works without it. */
function ignoreStorageErrors<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
