import * as z from "zod/mini";
import type { Endpoint } from "./contract/endpoint";
import { refusalOf } from "./contract/errors";
import { LIMITS } from "./contract/limits";
import { log } from "./log";
import { Refusal } from "./refusal";

const NOTHING = z.strictObject({});
/** What is read and thrown away of a body that was refused: a connection closed over unread bytes takes the next request down with it. */
const DRAINED = 8 * 1024 * 1024;
/** Room for the multipart frame around the largest file. */
const FRAME = 64 * 1024;

/** @throws Refusal with a code for every field that does not fit */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  // The input is reported so that a missing value can be told from one of the wrong type.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const { code, fields } = refusalOf(result.error);
  throw new Refusal(code, { fields });
}

/** Reads and validates the JSON body of a call; a call without a body takes none, or `{}`. */
export async function readBody(request: Request, endpoint: Endpoint): Promise<unknown> {
  const bytes = await readBytes(request, LIMITS.jsonBytes, "payload_too_large");
  if (bytes.byteLength === 0) {
    if (endpoint.body && !endpoint.bodyOptional) throw new Refusal("invalid_json");
    return endpoint.body && validate(endpoint.body, {});
  }
  if (mediaType(request) !== "application/json") throw new Refusal("unsupported_media_type");
  return validate(endpoint.body ?? NOTHING, parseJson(bytes));
}

/** Reads the one file of a multipart body. */
export async function readFile(request: Request, field: string): Promise<File> {
  if (mediaType(request) !== "multipart/form-data")
    throw new Refusal("unsupported_media_type", { text: "The request body must be multipart/form-data" });
  const bytes = await readBytes(request, LIMITS.cvBytes + FRAME, "cv_too_large");
  const file = (await parseForm(bytes, request.headers.get("content-type") ?? "")).get(field);
  if (!(file instanceof File)) throw new Refusal("invalid", { fields: { [field]: "required" } });
  return file;
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new Refusal("invalid", { text: "The form cannot be read" });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new Refusal("invalid_json");
  }
}

/** Reads at most `max` bytes, whatever the declared length says. */
async function readBytes(
  request: Request,
  max: number,
  tooLarge: "payload_too_large" | "cv_too_large",
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > max) throw new Refusal(tooLarge);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= max) chunks.push(chunk);
    else if (size > max + DRAINED) break;
  }
  if (size > max) throw new Refusal(tooLarge);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Reads what a refusal left of a body, up to a bound. */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  const body: AsyncIterable<Uint8Array> = request.body;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > DRAINED) return;
    }
  } catch (error) {
    // The sender has gone: nothing is left to read, and the answer stands.
    log("body_broken", { error: error instanceof Error ? error.name : "unknown" });
  }
}

const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").replace(/;.*$/su, "").trim().toLowerCase();
