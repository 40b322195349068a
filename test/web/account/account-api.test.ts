import { beforeEach, describe, expect, it, vi } from "vitest";
import * as account from "../../../web/features/account/api/account-requests";
import { parseLinks } from "../../../web/features/account/model/signature-links";
import * as mail from "../../../web/features/mail/api/mail-requests";
import { queueMails } from "../../../web/features/mail/api/outbox-requests";
import { callApi, setSignedOutHandler } from "../../../web/lib/api-client";
import { toCvUrl } from "../../../web/lib/cv-url";
import { getCvText, getCurrentUser, getSecurity, getSettings, listFacts } from "../../../worker/contract/account";
import { startBrowserSession } from "../support/browser-fetch";
import { makeCv, signUp } from "../support/sign-up";

beforeEach(() => startBrowserSession());

describe("the account's calls against the real worker", () => {
  it("sign up, sign out and sign in again", async () => {
    const { email } = await signUp();
    expect((await callApi(getCurrentUser)).user).toMatchObject({ email, wizard_completed: false, language: "fr" });
    expect(await account.logout()).toEqual({ ok: true });
    await expect(callApi(getCurrentUser)).rejects.toMatchObject({ status: 401, code: "unauthenticated" });
    await expect(account.login({ email, password: "wrong one" })).rejects.toMatchObject({
      status: 401,
      code: "invalid_credentials",
    });
    expect((await account.login({ email, password: "secret1" })).user.email).toBe(email);
    await expect(account.register({ name: "Ana", email, password: "secret1", language: "fr" })).rejects.toMatchObject({
      status: 409,
      code: "email_taken",
    });
  });

  it("go through the wizard: a CV, a template, done", async () => {
    await signUp();
    await expect(account.completeWizard()).rejects.toMatchObject({ status: 422, code: "cv_required" });
    await expect(callApi(getCvText)).rejects.toMatchObject({ status: 404, code: "not_found" });
    await expect(
      account.uploadCv(new File(["not a pdf"], "cv.pdf", { type: "application/pdf" })),
    ).rejects.toMatchObject({ status: 415, code: "cv_pdf_only" });
    expect((await account.uploadCv(makeCv("Three years of lighting design"))).cv.name).toBe("cv.pdf");
    await expect
      .poll(() => callApi(getCvText), { timeout: 15_000 })
      .toEqual({ text_status: "ok", text: "Three years of lighting design" });
    expect((await account.saveTemplate("Bonjour")).template_message).toBe("Bonjour");
    expect(await account.completeWizard()).toMatchObject({ template_message: "Bonjour", cv: { name: "cv.pdf" } });
    expect((await callApi(getCurrentUser)).user.wizard_completed).toBe(true);
  });

  it("change settings and answer with all of them", async () => {
    await signUp();
    expect((await account.setLanguage("en")).language).toBe("en");
    expect((await account.setPreferences({ attach_cv: false })).attach_cv).toBe(false);
    await expect(account.saveTemplate("  ")).rejects.toMatchObject({
      code: "template_required",
      fields: { message: "template_required" },
    });
    expect(await callApi(getSettings)).toMatchObject({
      language: "en",
      attach_cv: false,
      gmail: { connected: false },
      limits: { bulk_send: 20 },
    });
  });

  it("keep what is known of the user", async () => {
    await signUp();
    expect(await callApi(listFacts)).toEqual({ status: "none", facts: [] });
    await account.uploadCv(makeCv("Vendeuse chez Pain et Co, 2019 - 2021"));
    const read = await account.extractFacts();
    expect(read).toMatchObject({
      status: "ready",
      facts: [{ kind: "job", source: "cv", text: "Vendeuse, Pain et Co, 2019 - 2021", cv_page: 1 }],
    });
    expect((await account.addFact({ text: "J’ai une voiture" })).facts.at(-1)).toMatchObject({
      kind: "other",
      source: "confirmed",
    });
    const id = read.facts[0]?.id ?? "";
    const { facts } = await account.changeFact({ id, text: "Vendeuse, Pain et Co, 2019 - 2022" });
    expect(facts.map(({ text, source }) => [source, text])).toEqual([
      ["confirmed", "Vendeuse, Pain et Co, 2019 - 2022"],
      ["confirmed", "J’ai une voiture"],
    ]);
    for (const fact of facts) await account.removeFact(fact.id);
    expect(await callApi(listFacts)).toEqual({ status: "ready", facts: [] });
    await expect(account.removeFact(id)).rejects.toMatchObject({ status: 404, code: "not_found" });
    const response = await fetch(toCvUrl(1));
    expect(response.headers.get("content-type")).toBe("application/pdf");
  });

  it("keep the signature", async () => {
    await signUp();
    const signature = { phone: "06 12 34 56 78", links: parseLinks("ana.example/livre\nhttps://b.example/\n") };
    expect(await account.saveSignature(signature)).toEqual({
      signature: { phone: "06 12 34 56 78", links: ["https://ana.example/livre", "https://b.example/"] },
    });
    expect((await callApi(getSettings)).signature.phone).toBe("06 12 34 56 78");
    await expect(account.saveSignature({ phone: "", links: ["http://ana.example/"] })).rejects.toMatchObject({
      fields: { "links.0": "link_invalid" },
    });
  });

  it("let the assistant write and improve a template", async () => {
    await signUp();
    expect((await account.improveMessage({ mode: "generate", message: "" })).improved_message).not.toBe("");
    expect(
      (await account.improveMessage({ mode: "improve", message: "Je cherche un poste." })).improved_message,
    ).not.toBe("");
    await expect(account.improveMessage({ mode: "improve", message: " " })).rejects.toMatchObject({
      code: "message_required",
    });
  });

  it("remember a state for Google, and refuse a code without one", async () => {
    const state = "0123456789abcdef".repeat(4);
    await expect(account.signInWithGoogle({ code: "x", state, language: "fr" })).rejects.toMatchObject({
      code: "oauth_state_missing",
    });
    expect(await account.rememberGoogleState(state)).toEqual({ ok: true });
    await expect(account.signInWithGoogle({ code: "x", state, language: "fr" })).rejects.toMatchObject({
      code: "oauth_denied",
    });
  });

  it("change the password, reauthenticate, and end sessions", async () => {
    const { email } = await signUp();
    await expect(account.setPassword({ current_password: "wrong", new_password: "secret2" })).rejects.toMatchObject({
      status: 400,
      code: "password_wrong",
      fields: { current_password: "password_wrong" },
    });
    expect(await account.setPassword({ current_password: "secret1", new_password: "secret2" })).toEqual({ ok: true });
    await expect(account.reauthenticate("secret1")).rejects.toMatchObject({ status: 400, code: "password_wrong" });
    expect(await account.reauthenticate("secret2")).toEqual({ ok: true });
    expect(await account.checkRecentSignIn()).toEqual({ ok: true });
    await expect(account.reauthenticateWithGoogle({ code: "x", state: "0".repeat(64) })).rejects.toMatchObject({
      code: "oauth_state_missing",
    });
    const list = await callApi(getSecurity);
    expect(list).toMatchObject({ has_password: true, has_google: false, sessions: [{ current: true }] });
    await expect(account.endSession("nobody")).rejects.toMatchObject({ status: 404 });
    expect(await account.endAllSessions()).toEqual({ ok: true });
    await expect(callApi(getCurrentUser)).rejects.toMatchObject({ status: 401 });
    expect((await account.login({ email, password: "secret2" })).user.email).toBe(email);
  });

  it("delete the account for good", async () => {
    const { email } = await signUp();
    expect(await account.deleteAccount()).toEqual({ ok: true });
    await expect(account.login({ email, password: "secret1" })).rejects.toMatchObject({ code: "invalid_credentials" });
  });
});

describe("the mail's calls against the real worker", () => {
  it("start a Gmail link and return its state", async () => {
    await signUp();
    expect(new URL((await mail.fetchAuthorizationUrl()).auth_url, "http://localhost").search).toContain("gmail.send");
    expect((await mail.disconnectGmail()).gmail).toMatchObject({ connected: false });
    expect(await mail.fetchSentLog(null)).toEqual({ emails: [], next_cursor: null });
  });

  it("refuse to send before the wizard is done, and without Gmail", async () => {
    await signUp();
    const mails = [{ company_id: "nobody", message_version: 1, fingerprint: "0".repeat(64) }];
    await expect(queueMails({ mails })).rejects.toMatchObject({
      status: 403,
      code: "wizard_incomplete",
    });
    await account.uploadCv(makeCv("Three years of lighting design"));
    await account.completeWizard();
    await expect(queueMails({ mails })).rejects.toMatchObject({
      status: 422,
      code: "gmail_required",
    });
  });
});

describe("a call", () => {
  it("reports the end of the session to the app, except for the current-user check", async () => {
    const ended = vi.fn();
    setSignedOutHandler(ended);
    await callApi(getCurrentUser).catch(() => undefined);
    expect(ended).not.toHaveBeenCalled();
    await callApi(getSettings).catch(() => undefined);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("fails as offline without an answer, and passes an abort on unchanged", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("network"));
    await expect(callApi(getSettings)).rejects.toMatchObject({ code: "offline", status: 0 });
    const reason = new Error("stopped");
    await expect(callApi(getSettings, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    vi.restoreAllMocks();
  });

  it("fails when an answer does not fit the contract", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ user: 1 }));
    await expect(callApi(getCurrentUser)).rejects.toMatchObject({ code: "bad_answer" });
    vi.restoreAllMocks();
  });
});
