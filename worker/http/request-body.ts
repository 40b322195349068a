import type { MiddlewareHandler } from "hono";
import { safeParse } from "zod";
import * as z from "zod/mini";
import type { Endpoint } from "../contract/endpoint";
import { type ErrorCode, toValidationError } from "../contract/errors";
import { LIMITS } from "../contract/limits";
import { log } from "../lib/log";
import { ApiError } from "../platform/api-error";

/** Bytes read of a rejected body: closing a connection with unread bytes fails its next request. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
/** For the multipart boundaries and headers around the largest file. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

/** What a call without a body takes. */
export const EMPTY_BODY = z.strictObject({});

/**
 * Reports each value with its issue, to tell a missing value from one of the wrong type. Returns the result of zod's
 * classic `safeParse`, as the validator expects.
 */
export const safeParseInput = <S extends z.ZodMiniType>(schema: S, value: unknown) =>
  safeParse(schema, value, { reportInput: true });

/** The error of input that does not fit its schema, with a code for every field. */
export function toInputError(error: z.core.$ZodError): ApiError {
  const { code, fields } = toValidationError(error);
  return new ApiError(code, { fields });
}

/** @throws ApiError with a code for every field that does not fit */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = safeParseInput(schema, value);
  if (result.success) return result.data;
  throw toInputError(result.error);
}

/**
 * Accepts only a JSON body of valid size, type and UTF-8. Hono's body-limit leaves a rejected body unread under a lock,
 * and its validator treats a body of another type as none.
 * @param isOptional a missing body is read as `{}`
 */
export const requireJsonBody =
  ({ isOptional }: { isOptional: boolean }): MiddlewareHandler =>
  async (c, next) => {
    const { raw } = c.req;
    const bytes = await readBytes(raw, LIMITS.jsonBytes, "payload_too_large");
    if (bytes.byteLength === 0 && !isOptional) throw new ApiError("invalid_json");
    if (bytes.byteLength > 0 && mediaType(raw) !== "application/json") throw new ApiError("unsupported_media_type");
    c.req.raw = new Request(raw, { method: raw.method, body: bytes.byteLength === 0 ? "{}" : decodeUtf8(bytes) });
    await next();
  };

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** Reads the one file of a multipart body. */
export async function readFile(
  request: Request,
  field: string,
  { bytes: max, tooLarge }: NonNullable<Endpoint["fileLimit"]>,
): Promise<File> {
  if (mediaType(request) !== "multipart/form-data")
    throw new ApiError("unsupported_media_type", { text: "The request body must be multipart/form-data" });
  const bytes = await readBytes(request, max + MULTIPART_OVERHEAD_BYTES, tooLarge);
  const file = (await parseForm(bytes, request.headers.get("content-type") ?? "")).get(field);
  if (!(file instanceof File)) throw new ApiError("invalid", { fields: { [field]: "required" } });
  if (file.size > max) throw new ApiError(tooLarge);
  return file;
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new ApiError("invalid", { text: "The form cannot be read" });
  }
}

/** Reads at most `max` bytes, whatever the declared length says. */
async function readBytes(request: Request, max: number, tooLarge: ErrorCode): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > max) throw new ApiError(tooLarge);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= max) chunks.push(chunk);
    else if (size > max + MAX_DRAINED_BYTES) break;
  }
  if (size > max) throw new ApiError(tooLarge);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Reads the rest of a body, up to a bound, after an error response. */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  const body: AsyncIterable<Uint8Array> = request.body;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_DRAINED_BYTES) return;
    }
  } catch (error) {
    // The client disconnected; keep the response.
    log("body_broken", { error: error instanceof Error ? error.name : "unknown" });
  }
}

const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").replace(/;.*$/su, "").trim().toLowerCase();
