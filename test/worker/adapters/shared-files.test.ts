import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compressJson } from "../../../tools/directory-build/build-release";
import { createSharedFiles } from "../../../worker/adapters/shared-files";

const Text = z.object({ text: z.string() });
/** A key that no test has used: published files are cached. */
const newKey = () => `test/${crypto.randomUUID()}`;

/** The bucket, with calls counted and optionally failing or waiting. */
function createBucket(change: { get?: () => Promise<R2ObjectBody | null> } = {}): {
  bucket: R2Bucket;
  calls: string[];
} {
  const calls: string[] = [];
  const bucket = new Proxy(env.SHARED, {
    get:
      (target, name: "get" | "head") =>
      (key: string): unknown => {
        calls.push(`${name} ${key}`);
        return name === "get" && change.get ? change.get() : target[name](key);
      },
  });
  return { bucket, calls };
}

describe("a published file", () => {
  it("is read from R2 once, for everybody", async () => {
    const key = newKey();
    await env.SHARED.put(key, await compressJson({ text: "é" }));
    const { bucket, calls } = createBucket();
    expect(await createSharedFiles(bucket).readPublished(key, Text)).toEqual({ text: "é" });
    expect(await createSharedFiles(bucket).readPublished(key, Text)).toEqual({ text: "é" });
    expect(calls).toEqual([`get ${key}`]);
    await env.SHARED.delete(key);
    const files = createSharedFiles(bucket);
    expect([await files.readPublished(key, Text), await files.exists(key)]).toEqual([{ text: "é" }, false]);
  });

  it("that is absent is null, each time anew", async () => {
    const key = newKey();
    const files = createSharedFiles(env.SHARED);
    expect(await files.readPublished(key, Text)).toBeNull();
    await env.SHARED.put(key, await compressJson({ text: "there" }));
    expect(await files.readPublished(key, Text)).toEqual({ text: "there" });
  });

  it.each<[string, () => Promise<Uint8Array | string>, string]>([
    ["not gzipped", () => Promise.resolve("{}"), "bad_answer"],
    ["of another shape", () => compressJson({ text: 1 }), "bad_answer"],
    ["not JSON", () => gzip("{"), "bad_answer"],
    ["that unpacks to too much", () => gzip(" ".repeat(33_000_000)), "too_large"],
    ["too large", () => Promise.resolve("x".repeat(8_000_001)), "too_large"],
  ])("%s is an error of one class, and is not cached", async (_, make, failure) => {
    const key = newKey();
    await env.SHARED.put(key, await make());
    const files = createSharedFiles(env.SHARED);
    await expect(files.readPublished(key, Text)).rejects.toMatchObject({ service: "shared_files", failure });
    await env.SHARED.put(key, await compressJson({ text: "repaired" }));
    expect(await files.readPublished(key, Text)).toEqual({ text: "repaired" });
  });

  it("that R2 does not give is an error of the same class", async () => {
    const { bucket } = createBucket({ get: () => Promise.reject(new Error("R2 is down")) });
    await expect(createSharedFiles(bucket).readPublished(newKey(), Text)).rejects.toMatchObject({
      service: "shared_files",
      failure: "server_error",
      message: "R2 is down",
    });
  });
});

describe("a file that is overwritten", () => {
  it("is known for a minute, unless it is wanted anew", async () => {
    const key = newKey();
    const { bucket, calls } = createBucket();
    const files = createSharedFiles(bucket);
    expect(await files.readCurrent(key, Text)).toBeNull();
    await env.SHARED.put(key, JSON.stringify({ text: "new" }));
    expect(await files.readCurrent(key, Text)).toBeNull();
    expect(calls).toHaveLength(1);
    expect(await files.readCurrent(key, Text, { isFresh: true })).toEqual({ text: "new" });
    expect(await files.readCurrent(key, Text)).toEqual({ text: "new" });
    expect(calls).toHaveLength(2);
  });
});

const gzip = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
