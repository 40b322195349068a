import { GMAIL_SEND } from "../google/scopes";
import { readBodyText, type OutsideRequest, type Service } from "../outside-request";
import { gmailError } from "./gmail-errors";
import { decodeBase64, readMail } from "./read-mail";

const MAX_SENDS_PER_MINUTE = 60;
const MAX_MAIL_BYTES = 35 * 1024 * 1024;
const SEND_PATH = /^(\/upload)?\/gmail\/v1\/users\/([^/]+)\/messages\/send$/;

/** The RFC 822 bytes of the request, or Gmail's error. */
function readRawMail(call: OutsideRequest, upload: boolean): Uint8Array | Response {
  const type = call.headers.get("content-type") ?? "";
  if (upload) {
    if (call.url.searchParams.get("uploadType") !== "media")
      return gmailError(400, "invalidArgument", "Unsupported uploadType");
    if (!type.startsWith("message/rfc822"))
      return gmailError(
        400,
        "invalidArgument",
        `Media type '${type}' is not supported. Valid media types: [message/*]`,
      );
    return call.bytes;
  }
  const missing = gmailError(
    400,
    "invalidArgument",
    "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
  );
  if (!type.startsWith("application/json")) return missing;
  let body: unknown;
  try {
    body = JSON.parse(readBodyText(call));
  } catch {
    return gmailError(400, "parseError", "Parse Error");
  }
  const raw = typeof body === "object" && body !== null && "raw" in body ? body.raw : undefined;
  if (typeof raw !== "string" || raw === "") return missing;
  return (
    decodeBase64(raw) ??
    gmailError(400, "invalidArgument", `Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed`)
  );
}

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
  const raw = readRawMail(call, upload);
  if (raw instanceof Response) return raw;
  if (raw.length > MAX_MAIL_BYTES) return gmailError(413, "uploadTooLarge", "Request Entity Too Large");
  const mail = await readMail(raw, grant.account);
  if (typeof mail === "string") return gmailError(400, "invalidArgument", mail);
  if ((await call.state.mailsSince(grant.account, Date.now() - 60_000)) >= MAX_SENDS_PER_MINUTE) return gmailError(429);
  const { id } = await call.state.addMail(mail);
  return Response.json({ id, threadId: id, labelIds: ["SENT"] });
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
