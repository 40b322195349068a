import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { CommandError, describeError } from "../command-error";
import { formatBytes, Progress } from "./print-progress";

const RETRY_WAITS_MS = [1_000, 5_000, 15_000, 60_000];
/** Without a byte for so long, the connection is given up and resumed. */
const SILENCE_MS = 60_000;

/**
 * Downloads a file, from where an earlier try stopped: `<path>.part` holds what has come and `<path>.tag` which version
 * of the file it is. A file that is complete is not asked for again.
 */
export async function downloadFile(url: string, path: string, print: (line: string) => void): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const progress = new Progress(print, `download ${url}`);
  for (const [attempt, wait] of [0, ...RETRY_WAITS_MS].entries()) {
    if (wait > 0) await setTimeout(wait);
    try {
      await resumeDownload(url, path, progress);
      renameSync(`${path}.part`, path);
      rmSync(`${path}.tag`, { force: true });
      progress.finish(formatBytes(statSync(path).size));
      return;
    } catch (error) {
      if (error instanceof CommandError || attempt === RETRY_WAITS_MS.length)
        throw new CommandError(`${url}: ${describeError(error)}; run the command again to go on from there`);
      print(`download ${url}: ${describeError(error)}; trying again`);
    }
  }
}

async function resumeDownload(url: string, path: string, progress: Progress): Promise<void> {
  const [partPath, tagPath] = [`${path}.part`, `${path}.tag`];
  const tag = existsSync(tagPath) ? readFileSync(tagPath, "utf8") : "";
  const start = tag !== "" && existsSync(partPath) ? statSync(partPath).size : 0;
  const silence = new AbortController();
  let timer = globalThis.setTimeout(() => silence.abort(new Error("no answer")), SILENCE_MS);
  try {
    const response = await fetch(url, {
      signal: silence.signal,
      headers: start > 0 ? { range: `bytes=${start}-`, "if-range": tag } : {},
    });
    // 416: nothing is left to send. The whole file had come before the process was killed.
    if (response.status === 416 && start > 0) return;
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      if (response.status >= 500 || response.status === 429) throw new Error(`the server answers ${response.status}`);
      throw new CommandError(`the server answers ${response.status}`);
    }
    const isRest = response.status === 206;
    const etag = response.headers.get("etag");
    // A weak tag may stand for other bytes, so that a rest cannot be asked for with it.
    writeFileSync(
      tagPath,
      etag !== null && !etag.startsWith("W/") ? etag : (response.headers.get("last-modified") ?? ""),
    );
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    let received = isRest ? start : 0;
    const total = received + length;
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    body.on("data", (chunk: Uint8Array) => {
      received += chunk.byteLength;
      clearTimeout(timer);
      timer = globalThis.setTimeout(() => silence.abort(new Error("the server went silent")), SILENCE_MS);
      progress.tell(() => `${formatBytes(received)}${Number.isNaN(total) ? "" : ` of ${formatBytes(total)}`}`);
    });
    await pipeline(body, createWriteStream(partPath, { flags: isRest ? "a" : "w" }));
    if (!Number.isNaN(total) && received !== total) throw new Error(`${received} of ${total} bytes came`);
  } finally {
    clearTimeout(timer);
  }
}
