import { describe, expect, it } from "vitest";
import { createGmailMailer } from "../../../worker/adapters/gmail/gmail-client";
import { ExternalServiceError } from "../../../worker/platform/ports";

describe("the Gmail client", () => {
  const mail = {
    accessToken: "t",
    mime: { head: "To: x\r\n\r\n", attached: null, tail: "" },
    recipient: "jobs@firm.fr",
    threadId: null,
  };
  const createGmailAnswering = (answer: (...call: Parameters<typeof fetch>) => Promise<Response>) =>
    createGmailMailer({ fetch: answer, allowReserved: false, timeoutMs: 40 });
  const catchFailure = async (answer: () => Promise<Response>) =>
    createGmailAnswering(answer)
      .send(mail)
      .then(
        () => null,
        (error: unknown) =>
          error instanceof ExternalServiceError ? { failure: error.failure, ...error.details } : error,
      );

  it.each([
    "a@site.test",
    "a@b.example",
    "a@x.invalid",
    "a@localhost",
    "a@mail.localhost",
    "a@example.com",
    "a@x.example.org",
    "a@EXAMPLE.net",
    "a@b.test.",
  ])("never sends to %s through the real Gmail", async (recipient) => {
    const requests: unknown[] = [];
    const gmail = createGmailAnswering(async (url) => {
      requests.push(url);
      return Response.json({ id: "1" });
    });
    await expect(gmail.send({ ...mail, recipient })).rejects.toMatchObject({
      failure: "refused",
      details: { reason: "reserved" },
    });
    expect(requests).toEqual([]);
  });

  it("posts the message unchanged to the upload URL, once", async () => {
    const requests: { url: string; init: RequestInit | undefined }[] = [];
    const gmail = createGmailAnswering(async (url, init) => {
      requests.push({ url: url as string, init });
      return Response.json({ id: "18c", labelIds: ["SENT"] });
    });
    expect(await gmail.send({ ...mail, recipient: "a@contest.fr" })).toEqual({
      id: "18c",
      threadId: null,
      response: '{"id":"18c","labelIds":["SENT"]}',
    });
    expect(requests).toMatchObject([
      {
        url: "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media",
        init: {
          method: "POST",
          redirect: "manual",
          headers: { authorization: "Bearer t", "content-type": "message/rfc822" },
        },
      },
    ]);
    expect(await new Response(requests[0]?.init?.body).text()).toBe(mail.mime.head);
  });

  it("posts a reply with its conversation as the first part, and the message unchanged as the second", async () => {
    const requests: { url: string; init: RequestInit | undefined }[] = [];
    const gmail = createGmailAnswering(async (url, init) => {
      requests.push({ url: url as string, init });
      return Response.json({ id: "18d", threadId: "18c" });
    });
    const mime = { head: "To: x\r\n\r\nhello", attached: null, tail: "" };
    expect(await gmail.send({ ...mail, mime, threadId: '18c"' })).toMatchObject({ id: "18d", threadId: "18c" });
    const [{ url, init } = { url: "", init: undefined }] = requests;
    expect(url).toBe("https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=multipart");
    const type = new Headers(init?.headers).get("content-type") ?? "";
    const boundary = /^multipart\/related; boundary=([\w-]{50})$/u.exec(type)?.[1] ?? "none";
    expect((await new Response(init?.body).text()).split(`--${boundary}`)).toEqual([
      "",
      '\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"threadId":"18c\\""}\r\n',
      "\r\nContent-Type: message/rfc822\r\n\r\nTo: x\r\n\r\nhello\r\n",
      "--\r\n",
    ]);
  });

  it.each<[string, number, string, string | null, string | undefined]>([
    ["knows a conversation that is gone", 404, "Requested entity was not found.", "18c", "threadNotFound"],
    ["knows what is no conversation", 400, "Invalid thread_id value", "18c", "threadNotFound"],
    ["takes no other refusal for one", 400, "Invalid To header", "18c", "notFound"],
    ["takes none of a mail without one", 404, "Requested entity was not found.", null, "notFound"],
  ])("%s", async (_, status, message, threadId, reason) => {
    const gmail = createGmailAnswering(async () => Response.json(error("notFound", message), { status }));
    const failure: unknown = await gmail.send({ ...mail, threadId }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ failure: "refused", details: { status, reason } });
  });

  const error = (reason: string, message = "") => ({
    error: { code: 1, message, errors: [{ reason, domain: "d", message }] },
  });
  it("distinguishes failures", async () => {
    const soon = new Date(Date.now() + 90_000).toISOString();
    const hangingFetch: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    await expect(createGmailAnswering(hangingFetch).send(mail)).rejects.toMatchObject({ failure: "timeout" });
    const leaving = new AbortController();
    const left = createGmailAnswering(hangingFetch).send(mail, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ failure: "aborted" });
    expect(
      await catchFailure(async () => {
        throw new Error("Network connection lost.");
      }),
    ).toMatchObject({ failure: "unreachable" });
    expect(await catchFailure(async () => new Response("<html>"))).toMatchObject({
      failure: "bad_answer",
      response: "<html>",
    });
    expect(await catchFailure(async () => new Response("<html>", { status: 502 }))).toMatchObject({
      failure: "server_error",
      status: 502,
    });
    expect(await catchFailure(async () => Response.json(error("domainPolicy"), { status: 403 }))).toMatchObject({
      failure: "refused",
      reason: "domainPolicy",
    });
    expect(await catchFailure(async () => Response.json(error("rateLimitExceeded"), { status: 403 }))).toMatchObject({
      failure: "rate_limited",
    });
    expect(
      await catchFailure(async () => Response.json(error("x"), { status: 429, headers: { "retry-after": "7" } })),
    ).toMatchObject({ failure: "rate_limited", retryAfterSeconds: 7 });
    const limited = await catchFailure(async () =>
      Response.json(error("x", `User-rate limit exceeded.  Retry after ${soon} (Mail sending)`), { status: 429 }),
    );
    expect(limited).toMatchObject({ failure: "rate_limited", retryAfterSeconds: expect.closeTo(90, -1) as number });
    expect(
      await catchFailure(
        async () => new Response(null, { status: 302, headers: { location: "https://else.example" } }),
      ),
    ).toMatchObject({ failure: "bad_answer", status: 302 });
  });

  const newerErrorBody = (status: string, ...details: object[]) => ({
    error: { code: 1, message: "m", status, details },
  });
  const errorInfo = (reason: string, metadata: object = { service: "gmail.googleapis.com" }) => ({
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "googleapis.com",
    metadata,
  });
  it.each([
    [
      "the newer form alone",
      403,
      newerErrorBody("RESOURCE_EXHAUSTED", errorInfo("RATE_LIMIT_EXCEEDED")),
      { failure: "rate_limited", reason: "rateLimitExceeded" },
    ],
    [
      "a status alone",
      403,
      newerErrorBody("RESOURCE_EXHAUSTED"),
      { failure: "rate_limited", reason: "rateLimitExceeded" },
    ],
    [
      "a delay among the details",
      429,
      newerErrorBody("RESOURCE_EXHAUSTED", errorInfo("RATE_LIMIT_EXCEEDED"), {
        "@type": "type.googleapis.com/google.rpc.RetryInfo",
        retryDelay: "12.5s",
      }),
      { failure: "rate_limited", retryAfterSeconds: 13 },
    ],
    [
      "a limit of the day",
      429,
      newerErrorBody(
        "RESOURCE_EXHAUSTED",
        errorInfo("RATE_LIMIT_EXCEEDED", { quota_limit: "defaultPerDayPerProject" }),
      ),
      { failure: "rate_limited", reason: "dailyLimitExceeded" },
    ],
    [
      "an API that is off",
      403,
      newerErrorBody("PERMISSION_DENIED", errorInfo("SERVICE_DISABLED")),
      { failure: "refused", reason: "accessNotConfigured" },
    ],
    [
      "a scope that is missing",
      403,
      newerErrorBody("PERMISSION_DENIED", errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT")),
      { failure: "refused", reason: "insufficientPermissions" },
    ],
    ["no mailbox", 400, newerErrorBody("FAILED_PRECONDITION"), { failure: "refused", reason: "failedPrecondition" }],
    [
      "both forms, the older of which says nothing",
      403,
      {
        error: {
          ...newerErrorBody("PERMISSION_DENIED", errorInfo("SERVICE_DISABLED")).error,
          errors: [{ reason: "forbidden" }],
        },
      },
      { failure: "refused", reason: "accessNotConfigured" },
    ],
    [
      "both forms, which agree",
      403,
      {
        error: {
          ...newerErrorBody("RESOURCE_EXHAUSTED", errorInfo("RATE_LIMIT_EXCEEDED")).error,
          errors: [{ reason: "userRateLimitExceeded" }],
        },
      },
      { failure: "rate_limited", reason: "userRateLimitExceeded" },
    ],
    [
      "details of another shape",
      403,
      newerErrorBody("PERMISSION_DENIED", { links: [] }, { metadata: 5 }),
      { failure: "refused", status: 403 },
    ],
  ])("reads %s", async (_, status, body, wanted) => {
    expect(await catchFailure(async () => Response.json(body, { status }))).toMatchObject(wanted);
  });
});
