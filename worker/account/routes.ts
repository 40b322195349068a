import * as api from "../contract/account";
import type { TextStatus } from "../contract/account";
import { type App, type Call, type Input, serve, serveRead, type UserCall } from "../http";
import { Refusal } from "../refusal";
import { READING_LOST, wakeReader } from "./cv";
import { deleteAccount } from "./deletion";
import { readDevice } from "./device";
import { endSessions } from "./end-sessions";
import { sendExport } from "./export";
import { accountOfPerson, identify, keepState, takeState } from "./google";
import { readNetwork } from "./network";
import { dayOf, settingsOf, toUser } from "./rules";
import { securityRoutes } from "./security";
import { forgetSession, openSession, readClaim } from "./session";
import { signInByPassword } from "./sign-in";
import { signUp } from "./sign-up";
import { changeAccount, finishWizard, sentTodayQuery } from "./store";
import { cvTextOf } from "./store-cv";
import { settingsFrom, settingsQueries } from "./store-settings";
import { keepCv } from "./upload";

export function accountRoutes(app: App): void {
  serve(app, api.register, register);
  serve(app, api.login, login);
  serve(app, api.googleState, beginGoogle);
  serve(app, api.google, enterWithGoogle);
  serve(app, api.logout, logout);
  serve(app, api.me, async ({ deps, user }) => ({ user: toUser(user, deps.config) }));

  for (const path of ["/settings", "/settings/"] as const) {
    serveRead(
      app,
      { ...api.settings, path },
      ({ deps }, userId) => [sentTodayQuery(deps.db, userId, dayOf(deps.now()).began)] as const,
      ([today], call) => showSettings(call, today),
    );
  }
  serve(app, api.setLanguage, (call, { body }) => change(call, { language: body.language }));
  serve(app, api.setPreferences, (call, { body }) => change(call, { attachCv: body.attach_cv }));
  serve(app, api.setTemplate, (call, { body }) => change(call, { templateMessage: body.message }));
  serve(app, api.uploadCv, upload);
  serveRead(
    app,
    api.cvText,
    ({ deps }, userId) => [cvTextOf(deps.db, userId)] as const,
    ([rows]) => showCvText(rows),
  );
  serve(app, api.completeWizard, completeWizard);
  app.get(api.exportData.path, sendExport);
  serve(app, api.deleteAccount, remove);
  securityRoutes(app);
}

async function register({ c, deps }: Call, { body }: Input<typeof api.register>) {
  return { user: toUser(await signUp(c, deps, body), deps.config) };
}

async function login({ c, deps }: Call, { body }: Input<typeof api.login>) {
  const place = { deviceHash: await readDevice(c), network: readNetwork(c)?.line ?? null };
  const { account, forgiving } = await signInByPassword(deps, body, place);
  await openSession(c, deps, account.id, forgiving);
  return { user: toUser(account, deps.config) };
}

async function beginGoogle({ c, deps }: Call, { body }: Input<typeof api.googleState>) {
  deps.require("google sign-in");
  keepState(c, body.state);
  return { ok: true as const };
}

async function enterWithGoogle({ c, deps, signal }: Call, { body }: Input<typeof api.google>) {
  const { identity } = deps;
  takeState(c, body.state);
  const person = await identify(identity, body.code, signal);
  const account = await accountOfPerson(deps, person, body.language);
  await openSession(c, deps, account.id);
  return { user: toUser(account, deps.config) };
}

async function logout({ c, deps }: Call) {
  const claim = await readClaim(c);
  if (claim) await endSessions(deps, claim.userId, { which: "of_token", claim });
  forgetSession(c);
  return { ok: true as const };
}

function showSettings({ deps, user, later }: UserCall, [today]: { sent: number }[]) {
  const { cvPath, cvTextStatus, cvUploadedAt } = user;
  const waited =
    cvTextStatus === "pending" &&
    cvUploadedAt !== null &&
    deps.now().getTime() - Date.parse(cvUploadedAt) > READING_LOST;
  if (waited && cvPath !== null) later(wakeReader(deps, user.id, cvPath));
  return settingsOf(user, today?.sent ?? 0, deps.config, deps.now());
}

async function change({ deps, user }: UserCall, values: Parameters<typeof changeAccount>[2]) {
  const [, ...rows] = await deps.db.batch([changeAccount(deps.db, user.id, values), ...settingsQueries(deps, user.id)]);
  return settingsFrom(rows, deps);
}

async function upload({ deps, user, later }: UserCall, { file }: Input<typeof api.uploadCv>) {
  const { path, name, size, uploadedAt } = await keepCv(deps, user.id, file, later);
  return { cv_path: path, cv: { name, size, uploaded_at: uploadedAt, text_status: "pending" as const } };
}

function showCvText([cv]: { status: TextStatus | null; text: string | null }[]) {
  if (!cv || cv.status === null) throw new Refusal("not_found");
  return { text_status: cv.status, text: cv.text ?? "" };
}

async function completeWizard({ deps, user }: UserCall) {
  const [, ...rows] = await deps.db.batch([finishWizard(deps.db, user.id), ...settingsQueries(deps, user.id)]);
  const settings = settingsFrom(rows, deps);
  if (settings.cv_path === null) throw new Refusal("cv_required");
  return settings;
}

async function remove({ c, deps, user }: UserCall) {
  const whole = await deleteAccount(deps, user.id);
  forgetSession(c);
  if (!whole)
    throw new Refusal("unavailable", {
      text: "Your account is closed; the rest of it is being deleted",
      retryAfterSeconds: 60,
    });
  return { ok: true as const };
}
