import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";

/** @param path of a file below test/data, or an absolute one, with one JSON object per line */
export function readNdjson<T>(path: string, schema: z.ZodType<T>): T[] {
  return readFileSync(resolve(import.meta.dirname, path), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}
