import { type Files, OutsideError } from "../ports";

/** Files in an R2 bucket; a key is never public. */
export function createR2Files(bucket: R2Bucket): Files {
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new OutsideError("files", "server_error", error instanceof Error ? error.message : "R2 failed");
    }
  };
  return {
    async put(key, bytes, contentType) {
      await guarded(bucket.put(key, bytes, { httpMetadata: { contentType } }));
    },
    async get(key) {
      const object = await guarded(bucket.get(key));
      return object && new Uint8Array(await guarded(object.arrayBuffer()));
    },
    async delete(key) {
      await guarded(bucket.delete(key));
    },
    async deleteAll(prefix) {
      // A page at a time, from the start again: deleting moves the listing under a cursor.
      for (;;) {
        const { objects } = await guarded(bucket.list({ prefix, limit: 1000 }));
        if (objects.length === 0) return;
        await guarded(bucket.delete(objects.map(({ key }) => key)));
      }
    },
  };
}
