import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";

/** @param path of a file below test/data with one JSON object per line */
export function readNdjson<T>(path: string, schema: z.ZodType<T>): T[] {
  return readFileSync(join(import.meta.dirname, path), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}
