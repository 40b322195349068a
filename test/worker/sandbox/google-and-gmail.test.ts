import { env } from "cloudflare:workers";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { callSandbox, orderFault, clearFaults } from "../support/sandbox-client";

const GMAIL_SEND = "https://www.googleapis.com/auth/gmail.send";
const verifier = "a".repeat(60);

interface Tokens {
  access_token: string;
  refresh_token?: string;
  id_token: string;
  scope: string;
  error?: string;
}

const callSandboxHost = (url: string, init: RequestInit = {}): Promise<Response> =>
  env.SANDBOX.fetch(url, { redirect: "manual", ...init });

const postForm = (url: string, form: Record<string, string>): Promise<Response> =>
  callSandboxHost(url, { method: "POST", body: new URLSearchParams(form) });

async function makeChallenge(): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function makeAuthUrl(changes: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: "sandbox",
    redirect_uri: "http://localhost/api/settings/gmail/callback",
    response_type: "code",
    scope: `openid email ${GMAIL_SEND}`,
    state: "s-1",
    access_type: "offline",
    prompt: "consent",
    code_challenge: await makeChallenge(),
    code_challenge_method: "S256",
    ...changes,
  });
  return `https://accounts.google.com/o/oauth2/v2/auth?${query.toString()}`;
}

async function giveConsent(form: Record<string, string>, changes: Record<string, string> = {}): Promise<URL> {
  const answer = await postForm(await makeAuthUrl(changes), form);
  return new URL(answer.headers.get("location") ?? "");
}

const makeCodeForm = (code: string, changes: Record<string, string> = {}): Record<string, string> => ({
  grant_type: "authorization_code",
  client_id: "sandbox",
  client_secret: "sandbox",
  redirect_uri: "http://localhost/api/settings/gmail/callback",
  code_verifier: verifier,
  code,
  ...changes,
});

const tokenUrl = "https://oauth2.googleapis.com/token";

async function requestTokens(scope = GMAIL_SEND): Promise<Tokens> {
  const back = await giveConsent({ decision: "allow", email: "ana@mail.example", scope });
  return (await postForm(tokenUrl, makeCodeForm(back.searchParams.get("code") ?? ""))).json<Tokens>();
}

const TEST_MIME = [
  "From: Ana <other@mail.example>",
  "To: rh@firm.example",
  "Subject: =?utf-8?q?R=C3=A9union?=",
  "Content-Type: multipart/mixed; boundary=b",
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Bonjour",
  "--b",
  'Content-Type: application/pdf; name="CV.pdf"',
  'Content-Disposition: attachment; filename="CV.pdf"',
  "Content-Transfer-Encoding: base64",
  "",
  "JVBERi0=",
  "--b--",
].join("\r\n");

const uploadUrl = "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media";

const ACCEPT_HTML = { headers: { Accept: "text/html" } };

const sendMime = (token: string, body = TEST_MIME): Promise<Response> =>
  callSandboxHost(uploadUrl, {
    method: "POST",
    body,
    headers: { "Content-Type": "message/rfc822", Authorization: `Bearer ${token}` },
  });

beforeEach(async () => {
  await clearFaults();
  await callSandbox("/sandbox/outbox", "DELETE");
});

describe("Google", () => {
  it("shows a page in the browser's language, then returns code and state", async () => {
    const page = await callSandboxHost(`${await makeAuthUrl()}&hl=fr`);
    expect(await page.text()).toContain("Envoyer des e-mails en votre nom");
    const back = await giveConsent({ decision: "allow", account: "camille.martin@mail.example", scope: GMAIL_SEND });
    expect(back.searchParams.get("state")).toBe("s-1");
    expect((await giveConsent({ decision: "deny" })).searchParams.get("error")).toBe("access_denied");
  });

  it("refuses a request that lacks a parameter", async () => {
    const answer = await callSandboxHost("https://accounts.google.com/o/oauth2/v2/auth?client_id=x");
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("Missing required parameter: redirect_uri"),
    ]);
  });

  it("exchanges a code once, with the right verifier and redirect, for valid tokens", async () => {
    const code =
      (await giveConsent({ decision: "allow", email: "ana@mail.example", scope: GMAIL_SEND })).searchParams.get(
        "code",
      ) ?? "";
    const tokens = await (await postForm(tokenUrl, makeCodeForm(code))).json<Tokens>();
    expect(tokens.scope.split(" ")).toEqual(["openid", "https://www.googleapis.com/auth/userinfo.email", GMAIL_SEND]);
    expect(tokens.refresh_token).toBeTruthy();
    const keys = await (await callSandboxHost("https://www.googleapis.com/oauth2/v3/certs")).json<JSONWebKeySet>();
    const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), {
      audience: "sandbox",
      issuer: "https://accounts.google.com",
    });
    expect(payload).toMatchObject({ email: "ana@mail.example", email_verified: true });
    expect(await (await postForm(tokenUrl, makeCodeForm(code))).json()).toMatchObject({ error: "invalid_grant" });
  });

  it.each([
    ["a wrong verifier", { code_verifier: "b".repeat(60) }, 400, "invalid_grant"],
    ["another redirect", { redirect_uri: "http://localhost/other" }, 400, "redirect_uri_mismatch"],
    ["another client", { client_id: "other" }, 401, "unauthorized_client"],
    ["no secret", { client_secret: "" }, 400, "invalid_request"],
    ["an unknown code", { code: "4/nope" }, 400, "invalid_grant"],
  ])("refuses %s", async (_, changes, status, error) => {
    const code = (await giveConsent({ decision: "allow" })).searchParams.get("code") ?? "";
    const answer = await postForm(tokenUrl, makeCodeForm(code, changes));
    expect([answer.status, (await answer.json<Tokens>()).error]).toEqual([status, error]);
  });

  it("returns no refresh token unless offline and consent were requested", async () => {
    const code = (await giveConsent({ decision: "allow" }, { access_type: "online" })).searchParams.get("code") ?? "";
    expect((await (await postForm(tokenUrl, makeCodeForm(code))).json<Tokens>()).refresh_token).toBeUndefined();
  });

  it("refreshes until revoked", async () => {
    const { refresh_token = "" } = await requestTokens();
    const form = { grant_type: "refresh_token", client_id: "sandbox", client_secret: "sandbox", refresh_token };
    expect((await postForm(tokenUrl, form)).status).toBe(200);
    expect((await postForm("https://oauth2.googleapis.com/revoke", { token: refresh_token })).status).toBe(200);
    expect(await (await postForm(tokenUrl, form)).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("serves the client script, and a popup's answer as a page", async () => {
    expect(await (await callSandboxHost("http://localhost/sandbox/accounts.google.com/gsi/client")).text()).toContain(
      "initCodeClient",
    );
    const answer = await postForm(await makeAuthUrl({ redirect_uri: "postmessage", scope: "openid email profile" }), {
      decision: "allow",
    });
    expect(await answer.text()).toContain("data-answer");
  });
});

describe("Gmail", () => {
  it("keeps what is sent in the outbox, from the account's own address", async () => {
    const { access_token } = await requestTokens();
    expect(await (await sendMime(access_token)).json()).toMatchObject({ labelIds: ["SENT"] });
    const raw = btoa(TEST_MIME).replaceAll("+", "-").replaceAll("/", "_");
    const url = "https://gmail.googleapis.com/gmail/v1/users/me/messages/send";
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${access_token}` };
    expect((await callSandboxHost(url, { method: "POST", headers, body: JSON.stringify({ raw }) })).status).toBe(200);
    const mails = await callSandbox("/sandbox/outbox");
    const attachments = [{ filename: "CV.pdf", mimeType: "application/pdf", size: 5 }];
    const mail = {
      from: "Ana <ana@mail.example>",
      to: "rh@firm.example",
      subject: "Réunion",
      text: expect.stringContaining("Bonjour") as string,
      attachments,
    };
    expect(mails).toMatchObject([mail, mail]);
    const [{ id }] = mails as [{ id: string }];
    expect(await (await callSandboxHost(`http://localhost/sandbox/outbox/${id}/attachments/0`)).text()).toBe("%PDF-");
    expect(await (await callSandboxHost(`http://localhost/sandbox/outbox/${id}`)).text()).toContain("Réunion");
  });

  it("fails like Gmail for a bad token, a missing scope, a mail without recipient", async () => {
    expect((await sendMime("nope")).status).toBe(401);
    const error = await (await sendMime((await requestTokens("")).access_token)).json();
    expect(error).toMatchObject({
      error: { code: 403, status: "PERMISSION_DENIED", errors: [{ reason: "insufficientPermissions" }] },
    });
    const { access_token } = await requestTokens();
    expect(await (await sendMime(access_token, "Subject: x\r\n\r\ny")).json()).toMatchObject({
      error: { message: "Recipient address required" },
    });
  });

  describe("with the conversation of a mail", () => {
    /** Sends a reply as Gmail's multipart upload has it. */
    const reply = (token: string, threadId: string, headers = "In-Reply-To: <a@b>\r\nReferences: <a@b>\r\n") =>
      callSandboxHost(uploadUrl.replace("media", "multipart"), {
        method: "POST",
        body: [
          "--x",
          "Content-Type: application/json; charset=UTF-8",
          "",
          JSON.stringify({ threadId }),
          "--x",
          "Content-Type: message/rfc822",
          "",
          TEST_MIME.replace("Subject: ", `${headers}Subject: Re: `),
          "--x--",
          "",
        ].join("\r\n"),
        headers: { "Content-Type": "multipart/related; boundary=x", Authorization: `Bearer ${token}` },
      });
    const readIds = async (answer: Promise<Response>) => (await answer).json<{ id: string; threadId: string }>();

    it("keeps them together, and shows one line for both", async () => {
      const { access_token } = await requestTokens();
      const first = await readIds(sendMime(access_token));
      const second = await readIds(reply(access_token, first.threadId));
      expect(second).toMatchObject({ threadId: first.threadId });
      expect(second.id).not.toBe(first.id);
      const list = await (await callSandboxHost("http://localhost/sandbox/outbox", ACCEPT_HTML)).text();
      expect(list.match(/<li>/gu)).toHaveLength(1);
      expect(list).toContain("(2)");
      const page = await (await callSandboxHost(`http://localhost/sandbox/outbox/${second.id}`)).text();
      expect(page).toContain("In the same conversation");
      expect(page).toContain(`/sandbox/outbox/${first.id}`);
      const [{ attachments }] = (await callSandbox("/sandbox/outbox")) as [{ attachments: unknown[] }];
      expect(attachments).toEqual([{ filename: "CV.pdf", mimeType: "application/pdf", size: 5 }]);
    });

    it("begins a new one for a mail that names none before it", async () => {
      const { access_token } = await requestTokens();
      const { threadId } = await readIds(sendMime(access_token));
      const other = await readIds(reply(access_token, threadId, ""));
      expect(other.threadId).not.toBe(threadId);
    });

    it("refuses what is none, one that it does not have, and one of another mailbox", async () => {
      const { access_token } = await requestTokens();
      const { threadId } = await readIds(sendMime(access_token));
      const back = await giveConsent({ decision: "allow", email: "zoe@mail.example", scope: GMAIL_SEND });
      const form = makeCodeForm(back.searchParams.get("code") ?? "");
      const other = await (await postForm(tokenUrl, form)).json<Tokens>();
      expect((await reply(access_token, "none")).status).toBe(400);
      expect((await reply(access_token, "0123456789abcdef")).status).toBe(404);
      expect((await reply(other.access_token, threadId)).status).toBe(404);
      expect(await callSandbox("/sandbox/outbox")).toHaveLength(1);
    });
  });

  it("fails as ordered: before accepting, after accepting, a number of times", async () => {
    const { access_token } = await requestTokens();
    await orderFault("gmail", "403:dailyLimitExceeded", { call: "send", times: 1 });
    expect(await (await sendMime(access_token)).json()).toMatchObject({
      error: { errors: [{ reason: "dailyLimitExceeded" }] },
    });
    await orderFault("gmail", "drop_after_accept", { times: 1 });
    await expect(sendMime(access_token)).rejects.toThrow();
    expect(await callSandbox("/sandbox/outbox")).toHaveLength(1);
    await orderFault("gmail", "429", { times: 1 });
    expect((await sendMime(access_token)).headers.get("retry-after")).toBe("30");
    expect((await sendMime(access_token)).status).toBe(200);
    await expect(orderFault("gmail", "tickle")).rejects.toThrow("unknown kind");
  });
});
