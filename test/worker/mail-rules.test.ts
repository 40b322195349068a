import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createGmail } from "../../worker/adapters/gmail";
import { cvFileName } from "../../worker/contract/cv-file-name";
import { compose as composeLetter } from "../../worker/mail/compose";
import { attachedCv, fingerprintOf, type Letter, letterOf } from "../../worker/mail/letter";
import { nextAfter } from "../../worker/mail/rules";
import { addressOf, entryOf } from "../../worker/companies/rules-address";
import { OutsideError } from "../../worker/ports";

const letter: Letter = {
  from: { name: "Ana Martin", address: "ana@mail.example" }, to: "jobs@firm.example", subject: "Candidature", text: "Bonjour", attachment: null,
};
const compose = (parts: Letter) => composeLetter(letterOf(parts), new Date("2026-11-21T10:00:00Z"));
const headersOf = (mime: string) => (mime.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/gu, " ").split("\r\n").map((line) => line.split(":")[0]?.toLowerCase());

describe("a composed mail", () => {
  it("has fixed headers, one recipient, a plain text in UTF-8 and nothing but ASCII on the wire", async () => {
    const mime = await compose({ ...letter, subject: "Développeuse 🚀", text: "Ligne 1\r\nL'été à Orléans — 5 €\r.\nFrom here\n" });
    expect(mime).toMatch(/^[\x00-\x7f]*$/u);
    expect(mime.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
    expect(new Set(headersOf(mime))).toEqual(new Set(["content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"]));
    expect(mime).toContain("Content-Type: text/plain; charset=utf-8");
    expect(await PostalMime.parse(mime)).toMatchObject({ subject: "Développeuse 🚀", text: "Ligne 1\nL'été à Orléans — 5 €\n.\nFrom here\n", attachments: [] });
  });

  it("carries the CV as a PDF with a clean name", async () => {
    const cv = new Uint8Array(70_000).map((_, n) => n % 256);
    const mail = await PostalMime.parse(await compose({ ...letter, attachment: await attachedCv("Zoé d'Arc", cv) }));
    expect(mail.attachments).toMatchObject([{ filename: "CV-Zoe-d-Arc.pdf", mimeType: "application/pdf", disposition: "attachment" }]);
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
    const mime = await compose({ ...letter, subject: hostile, from: { ...letter.from, name: hostile } });
    expect(headersOf(mime).filter((name) => !["content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"].includes(name ?? ""))).toEqual([]);
    const mail = await PostalMime.parse(mime);
    expect(mail).toMatchObject({ from: { address: "ana@mail.example" }, to: [{ address: "jobs@firm.example" }] });
    expect(mail.bcc).toBeUndefined();
    expect(mail.text?.trim()).toBe("Bonjour");
    expect(Math.max(...mime.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it.each(['Ana "the dev" Martin', "Martin, Ana", "Ana <evil@else.example>", "Ana; evil@else.example", "Ana (comment", "", "名前", "a\\", "a@b.example"])("writes from the linked address alone, whatever the name: %s", async (name) => {
    const mail = await PostalMime.parse(await compose({ ...letter, from: { ...letter.from, name } }));
    expect(mail.from).toEqual({ name, address: "ana@mail.example" });
  });

  it.each([["Ana Martin", "CV-Ana-Martin.pdf"], ["  José  Ñandú ", "CV-Jose-Nandu.pdf"], ["Groß/../etc", "CV-Gross-etc.pdf"], ["名前", "CV.pdf"], ["x\"\r\n.exe", "CV-x-exe.pdf"], ["a".repeat(100), `CV-${"a".repeat(60)}.pdf`]])(
    "names the CV of %j %s", (name, file) => expect(cvFileName(name)).toBe(file));
});

describe("the recipient", () => {
  it.each([
    ["Jobs@Firm.example", "jobs@firm.example"], ["a@b.example;c@d.example", "a@b.example"], ["", null], ["a@b", null], ["a b@c.example", null], ["a@b.example,c@d.example", null],
    ["<a@b.example>", null], ["a@b.example\r\nBcc: c@d.example", null], ['"a"@b.example', null], ["a@b@c.example", null],
    ["rh@Bäcker.example", "rh@xn--bcker-gra.example"], ["é@b.example", null], ["a@127.0.0.1", null], ["a@0x7f.1", null], ["a@b.example/x", null], ["a@b.example:25", null], ["a@b.example?x", null], [`${"a".repeat(65)}@b.example`, null], ["@b.example", null],
  ])("of %j is %j", (email, address) => expect(addressOf({ email, recipient: null })).toBe(address));
});

describe("an entry of the do-not-contact list", () => {
  it.each([
    [" RH@Firm.example ", "rh@firm.example"], ["Firm.Example", "firm.example"], ["@firm.example", "firm.example"], ["firm.example.", "firm.example"], ["Bäcker.example", "xn--bcker-gra.example"],
    ["jobs@bäcker.example", "jobs@xn--bcker-gra.example"], ["a.b.co.uk", "a.b.co.uk"],
    ["firm", null], ["", null], ["@", null], ["a@", null], ["https://firm.example/", null], ["firm.example/jobs", null], ["10.0.0.1", null], ["a b.example", null], ["a@b@c.example", null], ["*.example.com", null], ["a,b.example", null], ["-a.example", null],
  ])("of %j is %j", (text, entry) => expect(entryOf(text)).toBe(entry));
});

describe("the fingerprint of a letter", () => {
  it("is the same for what a person sees the same, and another for every difference", async () => {
    const attachment = await attachedCv("Ana", new Uint8Array([1, 2, 3]));
    const others = await Promise.all([
      letter, { ...letter, from: { ...letter.from, name: "Ana" } }, { ...letter, from: { ...letter.from, address: "b@mail.example" } }, { ...letter, to: "b@firm.example" },
      { ...letter, subject: "B" }, { ...letter, text: "Bonjour." }, { ...letter, attachment }, { ...letter, attachment: { ...attachment, name: "CV.pdf" } },
      { ...letter, attachment: await attachedCv("Ana", new Uint8Array([1, 2, 4])) }, { ...letter, subject: "Candidature Bonjour", text: "" },
    ].map((each) => fingerprintOf(letterOf(each))));
    expect(new Set(others).size).toBe(others.length);
    for (const each of others) expect(each).toMatch(/^[0-9a-f]{64}$/u);
    expect(await fingerprintOf(letterOf({ ...letter, subject: " Candidature ", text: "Bonjour\r\n\r\n" }))).toBe(others[0]);
  });
});

describe("after a failed post", () => {
  const settled = (status: string, reason: string, stop: boolean) => ({ do: "settle", status, no: { reason }, stop });
  it.each([
    ["timeout", {}, 1, settled("unknown", "outcome_unknown", true)],
    ["unreachable", {}, 1, settled("unknown", "outcome_unknown", false)],
    ["bad_answer", { status: 200 }, 1, settled("unknown", "outcome_unknown", false)],
    ["aborted", {}, 1, settled("unknown", "outcome_unknown", false)],
    ["server_error", { status: 503 }, 1, settled("failed", "provider_error", false)],
    ["refused", { status: 400 }, 1, settled("failed", "provider_error", false)],
    ["refused", { status: 403, reason: "domainPolicy" }, 1, settled("failed", "provider_error", true)],
    ["refused", { status: 403, reason: "dailyLimitExceeded" }, 1, settled("failed", "gmail_rate_limited", true)],
    ["refused", { status: 403, reason: "insufficientPermissions" }, 1, { ...settled("failed", "gmail_disconnected", true), unlink: true }],
    ["refused", { reason: "reserved" }, 1, { ...settled("failed", "provider_error", false), no: { reason: "provider_error", code: "recipient_reserved" } }],
    ["refused", { status: 401 }, 1, { do: "refresh" }],
    ["rate_limited", {}, 1, { do: "wait", seconds: 1 }],
    ["rate_limited", {}, 2, { do: "wait", seconds: 2 }],
    ["rate_limited", {}, 3, settled("failed", "gmail_rate_limited", true)],
    ["rate_limited", { retryAfterSeconds: 5 }, 2, { do: "wait", seconds: 5 }],
    ["rate_limited", { retryAfterSeconds: 6 }, 1, { ...settled("failed", "gmail_rate_limited", true), no: { reason: "gmail_rate_limited", retryAfterSeconds: 30 } }],
  ] as const)("%s %j, try %i", (failure, details, tries, next) => {
    expect(nextAfter(new OutsideError("gmail", failure, "", details), tries, false)).toMatchObject(next);
  });

  it("a token renewed once is not renewed again", () => {
    expect(nextAfter(new OutsideError("gmail", "refused", "", { status: 401 }), 2, true)).toMatchObject(settled("failed", "provider_error", true));
  });
});

describe("the adapter of Gmail", () => {
  const mail = { accessToken: "t", mime: "To: x\r\n\r\n", recipient: "jobs@firm.fr" };
  const answering = (answer: (...call: Parameters<typeof fetch>) => Promise<Response>) => createGmail({ fetch: answer, allowReserved: false, timeout: 40 });
  const failure = async (answer: () => Promise<Response>) => answering(answer).send(mail).then(() => null, (error: unknown) => (error instanceof OutsideError ? { failure: error.failure, ...error.details } : error));

  it.each(["a@site.test", "a@b.example", "a@x.invalid", "a@localhost", "a@mail.localhost", "a@example.com", "a@x.example.org", "a@EXAMPLE.net", "a@b.test."])("never gives %s to the real Gmail", async (recipient) => {
    const asked: unknown[] = [];
    const gmail = answering(async (url) => { asked.push(url); return Response.json({ id: "1" }); });
    await expect(gmail.send({ ...mail, recipient })).rejects.toMatchObject({ failure: "refused", details: { reason: "reserved" } });
    expect(asked).toEqual([]);
  });

  it("posts the message as it is to the upload address, once", async () => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const gmail = answering(async (url, init) => { asked.push({ url: url as string, init }); return Response.json({ id: "18c", labelIds: ["SENT"] }); });
    expect(await gmail.send({ ...mail, recipient: "a@contest.fr" })).toEqual({ id: "18c", response: '{"id":"18c","labelIds":["SENT"]}' });
    expect(asked).toMatchObject([{
      url: "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media",
      init: { method: "POST", redirect: "manual", body: mail.mime, headers: { authorization: "Bearer t", "content-type": "message/rfc822" } },
    }]);
  });

  const error = (reason: string, message = "") => ({ error: { code: 1, message, errors: [{ reason, domain: "d", message }] } });
  it("tells failures apart", async () => {
    const soon = new Date(Date.now() + 90_000).toISOString();
    const hanging: typeof fetch = (_url, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    await expect(answering(hanging).send(mail)).rejects.toMatchObject({ failure: "timeout" });
    const leaving = new AbortController();
    const left = answering(hanging).send(mail, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ failure: "aborted" });
    expect(await failure(async () => { throw new Error("Network connection lost."); })).toMatchObject({ failure: "unreachable" });
    expect(await failure(async () => new Response("<html>"))).toMatchObject({ failure: "bad_answer", response: "<html>" });
    expect(await failure(async () => new Response("<html>", { status: 502 }))).toMatchObject({ failure: "server_error", status: 502 });
    expect(await failure(async () => Response.json(error("domainPolicy"), { status: 403 }))).toMatchObject({ failure: "refused", reason: "domainPolicy" });
    expect(await failure(async () => Response.json(error("rateLimitExceeded"), { status: 403 }))).toMatchObject({ failure: "rate_limited" });
    expect(await failure(async () => Response.json(error("x"), { status: 429, headers: { "retry-after": "7" } }))).toMatchObject({ failure: "rate_limited", retryAfterSeconds: 7 });
    const told = await failure(async () => Response.json(error("x", `User-rate limit exceeded.  Retry after ${soon} (Mail sending)`), { status: 429 }));
    expect(told).toMatchObject({ failure: "rate_limited", retryAfterSeconds: expect.closeTo(90, -1) as number });
    expect(await failure(async () => new Response(null, { status: 302, headers: { location: "https://else.example" } }))).toMatchObject({ failure: "refused", status: 302 });
  });
});
