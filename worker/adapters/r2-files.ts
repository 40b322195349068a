import { withTimeout } from "../lib/timeouts";
import { type FileStorage, ExternalServiceError } from "../platform/ports";

/** For 5 MB on a slow connection. Milliseconds. */
const FILE_TIMEOUT_MS = 20_000;

/** Files in an R2 bucket; a key is never public. */
export function createR2Files(bucket: R2Bucket): FileStorage {
  const withFileTimeout = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await withTimeout(
        work,
        FILE_TIMEOUT_MS,
        () => new ExternalServiceError("files", "timeout", `no answer in ${FILE_TIMEOUT_MS} ms`),
      );
    } catch (error) {
      if (error instanceof ExternalServiceError) throw error;
      throw new ExternalServiceError("files", "server_error", error instanceof Error ? error.message : "R2 failed");
    }
  };
  const load = async (key: string) => {
    const object = await withFileTimeout(bucket.get(key));
    return (
      object && {
        size: object.size,
        etag: object.etag,
        bytes: new Uint8Array(await withFileTimeout(object.arrayBuffer())),
      }
    );
  };
  return {
    load,
    async stat(key) {
      const object = await withFileTimeout(bucket.head(key));
      return object && { size: object.size, etag: object.etag };
    },
    async put(key, bytes, contentType) {
      await withFileTimeout(bucket.put(key, bytes, { httpMetadata: { contentType } }));
    },
    async get(key) {
      return (await load(key))?.bytes ?? null;
    },
    async delete(key) {
      await withFileTimeout(bucket.delete(key));
    },
    async deleteAll(prefix, spared) {
      // A page at a time, from the start again: deleting shifts the listing behind a cursor.
      for (;;) {
        const { objects } = await withFileTimeout(bucket.list({ prefix, limit: 1000 }));
        const keys = objects
          .filter(({ key, uploaded }) => !spared || (!spared.keys.has(key) && uploaded < spared.since))
          .map(({ key }) => key);
        if (keys.length === 0) return;
        await withFileTimeout(bucket.delete(keys));
      }
    },
  };
}
