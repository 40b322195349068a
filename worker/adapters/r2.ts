import { type Files, OutsideError } from "../ports";
import { inTime } from "./guarded";

/** For 5 MB on a bad day. Milliseconds. */
const TIMEOUT = 20_000;

/** Files in an R2 bucket; a key is never public. */
export function createR2Files(bucket: R2Bucket): Files {
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await inTime(work, TIMEOUT, () => new OutsideError("files", "timeout", `no answer in ${TIMEOUT} ms`));
    } catch (error) {
      if (error instanceof OutsideError) throw error;
      throw new OutsideError("files", "server_error", error instanceof Error ? error.message : "R2 failed");
    }
  };
  const load = async (key: string) => {
    const object = await guarded(bucket.get(key));
    return (
      object && { size: object.size, etag: object.etag, bytes: new Uint8Array(await guarded(object.arrayBuffer())) }
    );
  };
  return {
    load,
    async stat(key) {
      const object = await guarded(bucket.head(key));
      return object && { size: object.size, etag: object.etag };
    },
    async put(key, bytes, contentType) {
      await guarded(bucket.put(key, bytes, { httpMetadata: { contentType } }));
    },
    async get(key) {
      return (await load(key))?.bytes ?? null;
    },
    async delete(key) {
      await guarded(bucket.delete(key));
    },
    async deleteAll(prefix, spared) {
      // A page at a time, from the start again: deleting moves the listing under a cursor.
      for (;;) {
        const { objects } = await guarded(bucket.list({ prefix, limit: 1000 }));
        const keys = objects
          .filter(({ key, uploaded }) => !spared || (key !== spared.key && uploaded < spared.since))
          .map(({ key }) => key);
        if (keys.length === 0) return;
        await guarded(bucket.delete(keys));
      }
    },
  };
}
