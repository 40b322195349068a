import type { z } from "zod";
import { logError } from "../lib/log";
import { parseJson } from "../lib/parse-json";
import { withTimeout } from "../lib/timeouts";
import {
  ExternalServiceError,
  MAX_SHARED_FILE_BYTES,
  MAX_SHARED_TEXT_BYTES,
  type SharedFiles,
} from "../platform/ports";

/** For one file, from R2 to its parsed content. Milliseconds. */
const FILE_TIMEOUT_MS = 10_000;
/** How old a file that is overwritten may be. Milliseconds. */
const CURRENT_MAX_AGE_MS = 60_000;
/** How long published files stay in the cache. */
const PUBLISHED_CACHE_CONTROL = "public, max-age=86400, immutable";
const CACHE_NAME = "shared-files";

/** Files in an R2 bucket, the published ones behind the Cache API, which shares them between searches. */
export function createSharedFiles(bucket: R2Bucket): SharedFiles {
  const recent = new Map<string, { value: unknown; until: number }>();

  const load = async (key: string): Promise<Uint8Array | null> => {
    const object = await bucket.get(key);
    if (object && object.size > MAX_SHARED_FILE_BYTES) throw toError("too_large", `${key} has ${object.size} bytes`);
    return object && new Uint8Array(await object.arrayBuffer());
  };

  return {
    async readCurrent<T>(key: string, schema: z.ZodType<T>, { isFresh = false } = {}) {
      const known = recent.get(key);
      if (known && !isFresh && known.until > Date.now()) return known.value as T | null;
      const value = await withErrors(key, async () => {
        const bytes = await load(key);
        return bytes && parseContent(key, schema, parseJson(new TextDecoder().decode(bytes)));
      });
      recent.set(key, { value, until: Date.now() + CURRENT_MAX_AGE_MS });
      return value;
    },

    readPublished: (key, schema) =>
      withErrors(key, async () => {
        const cached = await loadCached(key);
        const bytes = cached ?? (await load(key));
        if (bytes === null) return null;
        const value = parseContent(key, schema, parseJson(await decompress(key, bytes)));
        // Only what could be read.
        if (!cached) await cacheFile(key, bytes);
        return value;
      }),

    exists: (key) => withErrors(key, async () => (await bucket.head(key)) !== null),
  };
}

const toError = (failure: "timeout" | "server_error" | "too_large" | "bad_answer", message: string) =>
  new ExternalServiceError("shared_files", failure, message);

async function withErrors<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(work(), FILE_TIMEOUT_MS, () => toError("timeout", `no ${key} in ${FILE_TIMEOUT_MS} ms`));
  } catch (error) {
    if (error instanceof ExternalServiceError) throw error;
    throw toError("server_error", error instanceof Error ? error.message : "R2 failed");
  }
}

// A name that no request can have.
const toCacheUrl = (key: string): string => `https://shared-files.invalid/${key}`;

/** Null when the cache has none, or fails: R2 has it too. */
async function loadCached(key: string): Promise<Uint8Array | null> {
  try {
    const response = await (await caches.open(CACHE_NAME)).match(toCacheUrl(key));
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch (error) {
    logError("shared_cache_unread", error, { key });
    return null;
  }
}

async function cacheFile(key: string, bytes: Uint8Array): Promise<void> {
  try {
    const response = new Response(bytes, { headers: { "cache-control": PUBLISHED_CACHE_CONTROL } });
    await (await caches.open(CACHE_NAME)).put(toCacheUrl(key), response);
  } catch (error) {
    logError("shared_cache_unwritten", error, { key });
  }
}

/** Stops at the size limit, whatever a file of a few bytes unpacks to. */
async function decompress(key: string, bytes: Uint8Array): Promise<string> {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked) {
      size += chunk.byteLength;
      if (size > MAX_SHARED_TEXT_BYTES)
        throw toError("too_large", `${key} unpacks to more than ${MAX_SHARED_TEXT_BYTES} bytes`);
      parts.push(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    if (error instanceof ExternalServiceError) throw error;
    throw toError("bad_answer", `${key} is not gzipped`);
  }
  return parts.join("") + decoder.decode();
}

function parseContent<T>(key: string, schema: z.ZodType<T>, content: unknown): T {
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw toError("bad_answer", `${key}: ${parsed.error.issues[0]?.message ?? "another format"}`);
  return parsed.data;
}
