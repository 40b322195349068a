import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createGmailMailer } from "../../../worker/adapters/gmail/gmail-client";
import { encodeMime, measureMime } from "../../../worker/adapters/gmail/mime-stream";
import { findMailAddress } from "../../../worker/companies/rules-recipient";
import { toCvFileName } from "../../../worker/contract/cv-file-name";
import { normalizeEntry } from "../../../worker/lib/email-address";
import {
  buildMime as composeLetter,
  makeMessageId,
  toCvAttachment,
  computeFingerprint,
  type EmailContent,
  normalizeEmailContent,
} from "../../../worker/mail/compose-email";
import { decideNextAttempt } from "../../../worker/mail/send/rules-retry";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { toMimeText } from "../support/mime-text";

const letter: EmailContent = {
  from: { name: "Ana Martin", address: "ana@mail.example" },
  to: "jobs@firm.example",
  subject: "Candidature",
  text: "Bonjour",
  attachment: null,
};
const composeText = async (parts: EmailContent, attached: Uint8Array | null = null) =>
  toMimeText({
    ...(await composeLetter(normalizeEmailContent(parts), "<1@mail.example>", new Date("2026-11-21T10:00:00Z"))),
    attached,
  });
const parseHeaders = (mime: string) =>
  (mime.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]+/gu, " ")
    .split("\r\n")
    .map((line) => line.split(":")[0]?.toLowerCase());

describe("a composed mail", () => {
  it("has fixed headers, one recipient, a plain text in UTF-8 and nothing but ASCII on the wire", async () => {
    const mime = await composeText({
      ...letter,
      subject: "Développeuse 🚀",
      text: "Ligne 1\r\nL'été à Orléans — 5 €\r.\nFrom here\n",
    });
    expect(mime).toMatch(/^[\x00-\x7f]*$/u);
    expect(mime.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
    expect(new Set(parseHeaders(mime))).toEqual(
      new Set([
        "content-transfer-encoding",
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "subject",
        "to",
      ]),
    );
    expect(mime).toContain("Content-Type: text/plain; charset=utf-8");
    expect(await PostalMime.parse(mime)).toMatchObject({
      subject: "Développeuse 🚀",
      text: "Ligne 1\nL'été à Orléans — 5 €\n.\nFrom here\n",
      attachments: [],
    });
  });

  it("carries the CV as a PDF with a clean name", async () => {
    const cv = new Uint8Array(70_000).map((_, n) => n % 256);
    const mail = await PostalMime.parse(
      await composeText({ ...letter, attachment: toCvAttachment("Zoé d'Arc", { size: cv.byteLength, etag: "1" }) }, cv),
    );
    expect(mail.attachments).toMatchObject([
      { filename: "CV-Zoe-d-Arc.pdf", mimeType: "application/pdf", disposition: "attachment" },
    ]);
    expect(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)).toEqual(cv);
    expect(mail.text?.trim()).toBe("Bonjour");
  });
  it.each([
    ["a header", "Hello\r\nBcc: victim@else.example"],
    ["a lone line feed", "Hello\nX-Evil: 1"],
    ["a lone carriage return", "Hello\rX-Evil: 1"],
    ["an empty line and a body", "Hello\r\n\r\n<b>body</b>"],
    ["Unicode line ends", "Hello\u2028X-Evil: 1\u2029\u0085X-Evil: 2"],
    ["an encoded word", "=?utf-8?Q?Hello=0D=0ABcc:_victim@else.example?="],
    ["a null", "Hello\u0000X"],
    ["a turned text", "Hello \u202egnp.exe"],
    ["a very long line", "x ".repeat(1_000)],
    ["four bytes a sign", "🚀".repeat(199)],
    ["a lone surrogate", "Hello \ud83d"],
  ])("holds against %s in the subject and in the name", async (_what, hostile) => {
    const mime = await composeText({ ...letter, subject: hostile, from: { ...letter.from, name: hostile } });
    expect(
      parseHeaders(mime).filter(
        (name) =>
          ![
            "content-transfer-encoding",
            "content-type",
            "date",
            "from",
            "message-id",
            "mime-version",
            "subject",
            "to",
          ].includes(name ?? ""),
      ),
    ).toEqual([]);
    const mail = await PostalMime.parse(mime);
    expect(mail).toMatchObject({ from: { address: "ana@mail.example" }, to: [{ address: "jobs@firm.example" }] });
    expect(mail.bcc).toBeUndefined();
    expect(mail.text?.trim()).toBe("Bonjour");
    expect(Math.max(...mime.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });
  it.each([
    'Ana "the dev" Martin',
    "Martin, Ana",
    "Ana <evil@else.example>",
    "Ana; evil@else.example",
    "Ana (comment",
    "",
    "名前",
    "a\\",
    "a@b.example",
  ])("writes from the linked address alone, whatever the name: %s", async (name) => {
    const mail = await PostalMime.parse(await composeText({ ...letter, from: { ...letter.from, name } }));
    expect(mail.from).toEqual({ name, address: "ana@mail.example" });
  });
  it.each([
    ["Ana Martin", "CV-Ana-Martin.pdf"],
    ["  José  Ñandú ", "CV-Jose-Nandu.pdf"],
    ["Groß/../etc", "CV-Gross-etc.pdf"],
    ["名前", "CV.pdf"],
    ['x"\r\n.exe', "CV-x-exe.pdf"],
    ["a".repeat(100), `CV-${"a".repeat(60)}.pdf`],
  ])("names the CV of %j %s", (name, file) => expect(toCvFileName(name)).toBe(file));
});

describe("the recipient", () => {
  it.each([
    ["Jobs@Firm.example", "jobs@firm.example"],
    ["a@b.example;c@d.example", "a@b.example"],
    ["", null],
    ["a@b", null],
    ["a b@c.example", null],
    ["a@b.example,c@d.example", null],
    ["<a@b.example>", null],
    ["a@b.example\r\nBcc: c@d.example", null],
    ['"a"@b.example', null],
    ["a@b@c.example", null],
    ["rh@Bäcker.example", "rh@xn--bcker-gra.example"],
    ["é@b.example", null],
    ["a@127.0.0.1", null],
    ["a@0x7f.1", null],
    ["a@b.example/x", null],
    ["a@b.example:25", null],
    ["a@b.example?x", null],
    [`${"a".repeat(65)}@b.example`, null],
    ["@b.example", null],
  ])("of %j is %j", (email, address) => expect(findMailAddress({ email, recipient: null })).toBe(address));
});

describe("an entry of the do-not-contact list", () => {
  it.each([
    [" RH@Firm.example ", "rh@firm.example"],
    ["Firm.Example", "firm.example"],
    ["@firm.example", "firm.example"],
    ["firm.example.", "firm.example"],
    ["Bäcker.example", "xn--bcker-gra.example"],
    ["jobs@bäcker.example", "jobs@xn--bcker-gra.example"],
    ["a.b.co.uk", "a.b.co.uk"],
    ["firm", null],
    ["", null],
    ["@", null],
    ["a@", null],
    ["https://firm.example/", null],
    ["firm.example/jobs", null],
    ["10.0.0.1", null],
    ["a b.example", null],
    ["a@b@c.example", null],
    ["*.example.com", null],
    ["a,b.example", null],
    ["-a.example", null],
  ])("of %j is %j", (text, entry) => expect(normalizeEntry(text)).toBe(entry));
});

describe("the fingerprint of a letter", () => {
  it("is the same for what a person sees the same, and another for every difference", async () => {
    const attachment = toCvAttachment("Ana", { size: 3, etag: "1" });
    const others = await Promise.all(
      [
        letter,
        { ...letter, from: { ...letter.from, name: "Ana" } },
        { ...letter, from: { ...letter.from, address: "b@mail.example" } },
        { ...letter, to: "b@firm.example" },
        { ...letter, subject: "B" },
        { ...letter, text: "Bonjour." },
        { ...letter, attachment },
        { ...letter, attachment: { ...attachment, name: "CV.pdf" } },
        { ...letter, attachment: toCvAttachment("Ana", { size: 3, etag: "2" }) },
        { ...letter, attachment: toCvAttachment("Ana", { size: 4, etag: "1" }) },
        { ...letter, subject: "Candidature Bonjour", text: "" },
      ].map((each) => computeFingerprint(normalizeEmailContent(each))),
    );
    expect(new Set(others).size).toBe(others.length);
    for (const each of others) expect(each).toMatch(/^[0-9a-f]{64}$/u);
    expect(
      await computeFingerprint(normalizeEmailContent({ ...letter, subject: " Candidature ", text: "Bonjour\r\n\r\n" })),
    ).toBe(others[0]);
  });
});

describe("after a failed post", () => {
  const settleWith = (status: string, reason: string, stop: boolean) => ({
    do: "settle",
    status,
    no: { reason },
    stop,
  });
  it.each([
    ["timeout", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["unreachable", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["bad_answer", { status: 200 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["aborted", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["server_error", { status: 500 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["server_error", { status: 502 }, 1, settleWith("unknown", "outcome_unknown", true)],
    [
      "server_error",
      { status: 503, reason: "rateLimitExceeded", retryAfterSeconds: 1 },
      1,
      settleWith("unknown", "outcome_unknown", true),
    ],
    ["server_error", { status: 504 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["refused", { status: 400 }, 1, settleWith("failed", "provider_error", false)],
    ["refused", { status: 403, reason: "domainPolicy" }, 1, settleWith("failed", "mailbox_cannot_send", true)],
    ["refused", { status: 400, reason: "failedPrecondition" }, 1, settleWith("failed", "mailbox_cannot_send", true)],
    ["refused", { status: 403, reason: "accessNotConfigured" }, 1, settleWith("failed", "gmail_api_off", true)],
    ["refused", { status: 403, reason: "quotaExceeded" }, 1, settleWith("failed", "provider_error", true)],
    [
      "rate_limited",
      { reason: "dailyLimitExceeded" },
      1,
      {
        ...settleWith("failed", "gmail_rate_limited", true),
        no: { reason: "gmail_rate_limited", retryAfterSeconds: 86_400 },
      },
    ],
    ["refused", { status: 403, reason: "dailyLimitExceeded" }, 1, settleWith("failed", "gmail_rate_limited", true)],
    [
      "refused",
      { status: 403, reason: "insufficientPermissions" },
      1,
      { ...settleWith("failed", "gmail_disconnected", true), unlink: true },
    ],
    [
      "refused",
      { reason: "reserved" },
      1,
      {
        ...settleWith("failed", "provider_error", false),
        no: { reason: "provider_error", code: "recipient_reserved" },
      },
    ],
    ["refused", { status: 401 }, 1, { do: "refresh" }],
    ["rate_limited", {}, 1, { do: "wait", seconds: 1 }],
    ["rate_limited", {}, 2, { do: "wait", seconds: 2 }],
    ["rate_limited", {}, 3, settleWith("failed", "gmail_rate_limited", true)],
    ["rate_limited", { retryAfterSeconds: 5 }, 2, { do: "wait", seconds: 5 }],
    [
      "rate_limited",
      { retryAfterSeconds: 6 },
      1,
      {
        ...settleWith("failed", "gmail_rate_limited", true),
        no: { reason: "gmail_rate_limited", retryAfterSeconds: 30 },
      },
    ],
  ] as const)("%s %j, try %i", (failure, details, tries, next) => {
    expect(decideNextAttempt(new ExternalServiceError("gmail", failure, "", details), tries, false)).toMatchObject(
      next,
    );
  });

  it("a token renewed once is not renewed again", () => {
    expect(decideNextAttempt(new ExternalServiceError("gmail", "refused", "", { status: 401 }), 2, true)).toMatchObject(
      settleWith("failed", "provider_error", true),
    );
  });
});

describe("the adapter of Gmail", () => {
  const mail = {
    accessToken: "t",
    mime: { head: "To: x\r\n\r\n", attached: null, tail: "" },
    recipient: "jobs@firm.fr",
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
  ])("never gives %s to the real Gmail", async (recipient) => {
    const asked: unknown[] = [];
    const gmail = createGmailAnswering(async (url) => {
      asked.push(url);
      return Response.json({ id: "1" });
    });
    await expect(gmail.send({ ...mail, recipient })).rejects.toMatchObject({
      failure: "refused",
      details: { reason: "reserved" },
    });
    expect(asked).toEqual([]);
  });

  it("posts the message as it is to the upload address, once", async () => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const gmail = createGmailAnswering(async (url, init) => {
      asked.push({ url: url as string, init });
      return Response.json({ id: "18c", labelIds: ["SENT"] });
    });
    expect(await gmail.send({ ...mail, recipient: "a@contest.fr" })).toEqual({
      id: "18c",
      threadId: null,
      response: '{"id":"18c","labelIds":["SENT"]}',
    });
    expect(asked).toMatchObject([
      {
        url: "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media",
        init: {
          method: "POST",
          redirect: "manual",
          headers: { authorization: "Bearer t", "content-type": "message/rfc822" },
        },
      },
    ]);
    expect(await new Response(asked[0]?.init?.body).text()).toBe(mail.mime.head);
  });

  const error = (reason: string, message = "") => ({
    error: { code: 1, message, errors: [{ reason, domain: "d", message }] },
  });
  it("tells failures apart", async () => {
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
    const told = await catchFailure(async () =>
      Response.json(error("x", `User-rate limit exceeded.  Retry after ${soon} (Mail sending)`), { status: 429 }),
    );
    expect(told).toMatchObject({ failure: "rate_limited", retryAfterSeconds: expect.closeTo(90, -1) as number });
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

describe("a mail with an attachment on its way out", () => {
  it.each([0, 1, 56, 57, 58, 57 * 1_024, 57 * 1_024 + 1, 200_000])(
    "of %i bytes is as long as it was said to be, in lines of 76 signs and small pieces",
    (size) => {
      const attached = Uint8Array.from({ length: size }, (_, n) => (n * 7) % 256);
      const pieces = [...encodeMime({ head: "head\r\n\r\n", attached, tail: "\r\n--b--\r\n" })];
      expect(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(
        measureMime({ head: "head\r\n\r\n", attached, tail: "\r\n--b--\r\n" }),
      );
      expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(100_000);
      const lines = toMimeText({ head: "", attached, tail: "" }).split("\r\n");
      for (const line of lines.slice(0, -1)) expect(line).toHaveLength(76);
      expect(Uint8Array.fromBase64(lines.join(""))).toEqual(attached);
    },
  );

  it("is composed without its content: what is kept of it does not grow with the CV", async () => {
    const heavy = await composeLetter(
      { ...letter, attachment: toCvAttachment("Ana", { size: 5_000_000, etag: "1" }) },
      "<1@mail.example>",
      new Date(),
    );
    expect(heavy.head.length + heavy.tail.length).toBeLessThan(2_000);
    expect(heavy.head).toMatch(/Content-Disposition: attachment; filename=CV-Ana\.pdf\r\n\r\n$/u);
    expect(heavy.tail).toMatch(/^\r\n--.*--\r\n$/u);
  });
});

describe("the Message-ID", () => {
  it("is the same for one mail, another for another, and tells neither the mail's id nor more than From does", async () => {
    const id = crypto.randomUUID();
    const made = await makeMessageId(id, "ana@mail.example");
    expect(made).toMatch(/^<[0-9a-f]{32}@mail\.example>$/u);
    expect(await makeMessageId(id, "ana@mail.example")).toBe(made);
    expect(await makeMessageId(crypto.randomUUID(), "ana@mail.example")).not.toBe(made);
    expect(made).not.toContain(id.slice(0, 8));
  });

  it.each(["ana@bücher.example", "ana@", "ana@x y.example", "ana@a>b.example"])(
    "is well formed for %s",
    async (from) => {
      expect(await makeMessageId("1", from)).toMatch(/^<[0-9a-f]{32}@gmail\.com>$/u);
    },
  );
});
