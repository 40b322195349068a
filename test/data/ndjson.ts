import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";

/** One JSON object per line. */
export const parseNdjson = <T>(text: string, schema: z.ZodType<T>): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));

/** @param path of a file below test/data, or an absolute one */
export const readNdjson = <T>(path: string, schema: z.ZodType<T>): T[] =>
  parseNdjson(readFileSync(resolve(import.meta.dirname, path), "utf8"), schema);
