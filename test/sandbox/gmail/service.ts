import { GMAIL_SEND } from "../google/scopes";
import { readBodyText, type OutsideRequest, type Service } from "../outside-request";
import { gmailError } from "./gmail-errors";
import { decodeBase64, readMail } from "./read-mail";

const MAX_SENDS_PER_MINUTE = 60;
const MAX_MAIL_BYTES = 35 * 1024 * 1024;
const SEND_PATH = /^(\/upload)?\/gmail\/v1\/users\/([^/]+)\/messages\/send$/;

/** A message to send, and the conversation that is asked for. */
interface Upload {
  raw: Uint8Array;
  threadId: string | null;
}

const toThreadId = (metadata: unknown): string | null =>
  typeof metadata === "object" && metadata !== null && "threadId" in metadata && typeof metadata.threadId === "string"
    ? metadata.threadId
    : null;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The RFC 822 bytes of the request, or Gmail's error. */
function readUpload(call: OutsideRequest, upload: boolean): Upload | Response {
  const type = call.headers.get("content-type") ?? "";
  if (upload) {
    const kind = call.url.searchParams.get("uploadType");
    if (kind === "multipart") return readMultipart(call.bytes, type);
    if (kind !== "media") return gmailError(400, "invalidArgument", "Unsupported uploadType");
    if (!type.startsWith("message/rfc822")) return unsupportedMedia(type);
    return { raw: call.bytes, threadId: null };
  }
  const missing = gmailError(
    400,
    "invalidArgument",
    "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
  );
  if (!type.startsWith("application/json")) return missing;
  const body = parseJson(readBodyText(call));
  if (body === undefined) return gmailError(400, "parseError", "Parse Error");
  const text = typeof body === "object" && body !== null && "raw" in body ? body.raw : undefined;
  if (typeof text !== "string" || text === "") return missing;
  const raw = decodeBase64(text);
  return raw
    ? { raw, threadId: toThreadId(body) }
    : gmailError(400, "invalidArgument", `Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed`);
}

const unsupportedMedia = (type: string): Response =>
  gmailError(400, "invalidArgument", `Media type '${type}' is not supported. Valid media types: [message/*]`);

/** Metadata as JSON, then the message: the parts of a multipart/related body, in this order. */
function readMultipart(bytes: Uint8Array, type: string): Upload | Response {
  const malformed = gmailError(400, "badContent", "Malformed multipart body.");
  const boundary = /^multipart\/related;\s*boundary="?([^";]+)"?/iu.exec(type)?.[1];
  if (boundary === undefined) return gmailError(400, "badRequest", "Missing multipart boundary.");
  const body = toByteString(bytes);
  const parts = body.split(`--${boundary}`);
  const [metadata, message] = parts.slice(1, 3).map(splitPart);
  if (!metadata || !message || !body.includes(`--${boundary}--`)) return malformed;
  if (!/^application\/json/iu.test(metadata.type)) return malformed;
  if (!/^message\/rfc822/iu.test(message.type)) return unsupportedMedia(message.type);
  const parsed = parseJson(metadata.text);
  if (parsed === undefined) return gmailError(400, "parseError", "Parse Error");
  return { raw: Uint8Array.from(message.text, (sign) => sign.charCodeAt(0)), threadId: toThreadId(parsed) };
}

const CHUNK_BYTES = 10_000;
/** A character for each byte: a text decoder's "latin1" changes some. */
function toByteString(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return text;
}

function splitPart(part: string): { type: string; text: string } {
  const [head = "", ...rest] = part.replace(/^\r\n/u, "").split("\r\n\r\n");
  return {
    type: /^content-type:\s*(.+)$/imu.exec(head)?.[1]?.trim() ?? "",
    text: rest.join("\r\n\r\n").replace(/\r\n$/u, ""),
  };
}

/** Ids as Gmail makes them. */
const THREAD_ID = /^[0-9a-f]{16}$/u;

async function sendMail(call: OutsideRequest, upload: boolean, user: string): Promise<Response> {
  const bearer = /^Bearer (.+)$/i.exec(call.headers.get("authorization") ?? "")?.[1];
  if (!bearer)
    return gmailError(
      401,
      "required",
      "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or " +
        "other valid authentication credential.",
    );
  const grant = await call.state.secret(bearer, "access");
  if (!grant)
    return gmailError(
      401,
      "authError",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other " +
        "valid authentication credential.",
    );
  if (!grant.scopes.includes(GMAIL_SEND)) return gmailError(403, "insufficientPermissions");
  if (user !== "me" && user !== grant.account)
    return gmailError(403, "forbidden", `Delegation denied for ${grant.account}`);
  const uploaded = readUpload(call, upload);
  if (uploaded instanceof Response) return uploaded;
  const { raw, threadId } = uploaded;
  if (raw.length > MAX_MAIL_BYTES) return gmailError(413, "uploadTooLarge", "Request Entity Too Large");
  const mail = await readMail(raw, grant.account);
  if (typeof mail === "string") return gmailError(400, "invalidArgument", mail);
  if (threadId !== null && !THREAD_ID.test(threadId))
    return gmailError(400, "invalidArgument", "Invalid thread_id value");
  // Also a conversation of another mailbox.
  if (threadId !== null && !(await call.state.hasThread(grant.account, threadId)))
    return gmailError(404, "notFound", "Requested entity was not found.");
  if ((await call.state.mailsSince(grant.account, Date.now() - 60_000)) >= MAX_SENDS_PER_MINUTE) return gmailError(429);
  const sent = await call.state.addMail(mail, threadId);
  return Response.json({ id: sent.id, threadId: sent.threadId, labelIds: ["SENT"] });
}

/** Gmail's send call, the only one the product uses. */
export const gmail: Service = {
  name: "gmail",
  specials: [],
  calls: (call) => [SEND_PATH.test(call.url.pathname) ? "send" : "unknown"],
  async answer(call) {
    const match = SEND_PATH.exec(call.url.pathname);
    if (!match || call.method !== "POST") return gmailError(404, "notFound", "Requested entity was not found.");
    return sendMail(call, match[1] !== undefined, decodeURIComponent(match[2] ?? ""));
  },
  error: (status, reason) => gmailError(status, reason),
};
