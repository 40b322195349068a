import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { R2Bucket, R2Object } from "@cloudflare/workers-types";
import {
  MANIFEST_PATH,
  POINTER_KEY,
  ReleaseManifest,
  ReleasePointer,
  toManifestKey,
  toReleaseKey,
} from "../../worker/directory/release/release-format";
import { CommandError, describeError } from "../command-error";
import { formatCount, Progress } from "../directory-build/print-progress";

/** Releases that stay in the bucket: a rollback needs one, a search that runs during two switches another. */
const RELEASES_KEPT = 3;
const PARALLEL_UPLOADS = 16;
/** Most keys of one call that deletes. */
const MAX_KEYS_DELETED = 1_000;
const RETRY_WAITS_MS = [1_000, 5_000, 20_000];

async function withRetries<T>(what: string, work: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_WAITS_MS) {
    try {
      return await work();
    } catch {
      await setTimeout(wait);
    }
  }
  return work().catch((error: unknown) => {
    throw new CommandError(`${what}: ${describeError(error)}; run the command again to go on from there`);
  });
}

async function listObjects(bucket: R2Bucket, prefix: string): Promise<R2Object[]> {
  const objects: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const page = await withRetries("the bucket cannot be listed", () =>
      bucket.list({ prefix, ...(cursor !== undefined && { cursor }) }),
    );
    objects.push(...page.objects);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return objects;
}

async function readPointer(bucket: R2Bucket): Promise<ReleasePointer | undefined> {
  const object = await withRetries(POINTER_KEY, () => bucket.get(POINTER_KEY));
  if (!object) return undefined;
  const pointer = ReleasePointer.safeParse(JSON.parse(await object.text()));
  if (!pointer.success) throw new CommandError(`${POINTER_KEY} in the bucket is not a pointer to a release`);
  return pointer.data;
}

const writePointer = (bucket: R2Bucket, pointer: ReleasePointer) =>
  withRetries(POINTER_KEY, () =>
    bucket.put(POINTER_KEY, JSON.stringify(pointer), { httpMetadata: { contentType: "application/json" } }),
  );

/** The manifest of a build's folder. @throws CommandError where the build is not finished */
function readManifest(folder: string): ReleaseManifest {
  const path = join(folder, MANIFEST_PATH);
  if (!existsSync(path)) throw new CommandError(`${folder} holds no finished release: npm run directory:build`);
  try {
    return ReleaseManifest.parse(JSON.parse(gunzipSync(readFileSync(path)).toString()));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${describeError(error)}`);
  }
}

/** Paths of a build's tiles and places, either of which there may be none; the manifest apart. */
const listReleaseFiles = (folder: string): string[] =>
  ["tiles", "places"].flatMap((each) =>
    (existsSync(join(folder, each)) ? readdirSync(join(folder, each)) : [])
      .filter((name) => name.endsWith(".json.gz"))
      .map((name) => `${each}/${name}`),
  );

/** How many tiles and places a release has, the parts of a split tile each. */
function countFiles({ tiles, split_tiles: splitTiles, place_shards: shards }: ReleaseManifest): number {
  const parts = Object.values(splitTiles);
  return tiles - parts.length + parts.flat().length + shards.length;
}

/**
 * Puts a release into the bucket and switches to it. What is there already is not sent again, and the pointer comes
 * last: a search sees the old release or the whole new one.
 * @param now ISO 8601
 */
export async function publishRelease(
  bucket: R2Bucket,
  folder: string,
  now: string,
  print: (line: string) => void,
): Promise<ReleasePointer> {
  const manifest = readManifest(folder);
  const { release } = manifest;
  const paths = listReleaseFiles(folder);
  const expected = countFiles(manifest);
  if (paths.length !== expected)
    throw new CommandError(`${folder}: ${expected} files belong to the release, ${paths.length} are there`);
  const there = new Map((await listObjects(bucket, toReleaseKey(release, ""))).map(({ key, etag }) => [key, etag]));
  const progress = new Progress(print, `publish ${release}`);
  const waiting = [...paths];
  let sent = 0;
  const sendOne = async (path: string) => {
    const bytes = readFileSync(join(folder, path));
    const key = toReleaseKey(release, path);
    // R2's tag of an object is the MD5 of its bytes.
    if (there.get(key) !== createHash("md5").update(bytes).digest("hex"))
      await withRetries(key, () => bucket.put(key, bytes, { httpMetadata: { contentType: "application/gzip" } }));
    sent += 1;
    progress.tell(() => `${formatCount(sent)} of ${formatCount(paths.length)} files`);
  };
  await Promise.all(
    Array.from({ length: PARALLEL_UPLOADS }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await sendOne(path);
    }),
  );
  await sendOne(MANIFEST_PATH);
  progress.finish(`${formatCount(paths.length + 1)} files`);

  const current = await readPointer(bucket);
  if (current?.release === release) return current;
  const pointer: ReleasePointer = { release, previous: current?.release ?? null, published_at: now };
  await writePointer(bucket, pointer);
  await deleteOldReleases(bucket, pointer);
  return pointer;
}

/** Releases of the bucket that are whole, the one put there last first. */
async function listReleases(bucket: R2Bucket): Promise<string[]> {
  const objects = await listObjects(bucket, toReleaseKey("", "").slice(0, -1));
  return objects
    .filter(({ key }) => key.endsWith(`/${MANIFEST_PATH}`))
    .toSorted((one, other) => other.uploaded.getTime() - one.uploaded.getTime())
    .map(({ key }) => key.split("/")[1] ?? "");
}

async function deleteOldReleases(bucket: R2Bucket, { release, previous }: ReleasePointer): Promise<void> {
  const releases = await listReleases(bucket);
  const byUse = new Set([release, ...(previous === null ? [] : [previous]), ...releases]);
  for (const old of [...byUse].slice(RELEASES_KEPT)) {
    // Without its manifest a release counts as absent, should the rest not be deleted at once.
    await withRetries(old, () => bucket.delete(toManifestKey(old)));
    const keys = (await listObjects(bucket, toReleaseKey(old, ""))).map(({ key }) => key);
    for (let i = 0; i < keys.length; i += MAX_KEYS_DELETED)
      await withRetries(old, () => bucket.delete(keys.slice(i, i + MAX_KEYS_DELETED)));
  }
}

/** Switches back to the release before. @param now ISO 8601 */
export async function rollBackRelease(bucket: R2Bucket, now: string): Promise<ReleasePointer> {
  const current = await readPointer(bucket);
  if (!current) throw new CommandError("no release is published");
  if (current.previous === null) throw new CommandError(`there is no release before ${current.release}`);
  const { previous } = current;
  const manifest = await withRetries(previous, () => bucket.head(toManifestKey(previous)));
  if (!manifest) throw new CommandError(`the release ${previous} is not in the bucket any more`);
  const releases = await listReleases(bucket);
  const older = releases[releases.indexOf(previous) + 1] ?? null;
  const pointer: ReleasePointer = { release: previous, previous: older, published_at: now };
  await writePointer(bucket, pointer);
  return pointer;
}
