import * as api from "../contract/account";
import type { TextStatus } from "../contract/account";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
import { READING_LOST, wakeReader } from "./cv";
import { deleteAccount } from "./deletion";
import { readDevice } from "./device";
import { endSessions } from "./end-sessions";
import { exportReads, sendExport } from "./export";
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
  route(app, api.register, { handler: register });
  route(app, api.login, { handler: login });
  route(app, api.googleState, { handler: beginGoogle });
  route(app, api.google, { handler: enterWithGoogle });
  route(app, api.logout, { handler: logout });
  route(app, api.me, { handler: ({ deps, user }) => ({ user: toUser(user, deps.config) }) });

  for (const path of ["/settings", "/settings/"] as const) {
    route(
      app,
      { ...api.settings, path },
      {
        reads: ({ deps }, { userId }) => [sentTodayQuery(deps.db, userId, dayOf(deps.now()).began)] as const,
        handler: (context, _, [[today]]) => showSettings(context, today?.sent ?? 0),
      },
    );
  }
  route(app, api.setLanguage, { handler: (context, { body }) => change(context, { language: body.language }) });
  route(app, api.setPreferences, { handler: (context, { body }) => change(context, { attachCv: body.attach_cv }) });
  route(app, api.setTemplate, { handler: (context, { body }) => change(context, { templateMessage: body.message }) });
  route(app, api.uploadCv, { handler: upload });
  route(app, api.cvText, {
    reads: ({ deps }, { userId }) => [cvTextOf(deps.db, userId)] as const,
    handler: (_context, _input, [[cv]]) => showCvText(cv),
  });
  route(app, api.completeWizard, { handler: completeWizard });
  route(app, api.exportData, { reads: exportReads, handler: sendExport });
  route(app, api.deleteAccount, { handler: remove });
  securityRoutes(app);
}

async function register({ c, deps }: RequestContext, { body }: RequestInput<typeof api.register>) {
  return { user: toUser(await signUp(c, deps, body), deps.config) };
}

async function login({ c, deps }: RequestContext, { body }: RequestInput<typeof api.login>) {
  const place = { deviceHash: await readDevice(c), network: readNetwork(c)?.line ?? null };
  const { account, forgiving } = await signInByPassword(deps, body, place);
  await openSession(c, deps, account.id, forgiving);
  return { user: toUser(account, deps.config) };
}

async function beginGoogle({ c, deps }: RequestContext, { body }: RequestInput<typeof api.googleState>) {
  deps.require("google sign-in");
  keepState(c, body.state);
  return { ok: true as const };
}

async function enterWithGoogle({ c, deps, signal }: RequestContext, { body }: RequestInput<typeof api.google>) {
  const { identity } = deps;
  takeState(c, body.state);
  const person = await identify(identity, body.code, signal);
  const account = await accountOfPerson(deps, person, body.language);
  await openSession(c, deps, account.id);
  return { user: toUser(account, deps.config) };
}

async function logout({ c, deps }: RequestContext) {
  const claim = await readClaim(c);
  if (claim) await endSessions(deps, claim.userId, { which: "of_token", claim });
  forgetSession(c);
  return { ok: true as const };
}

function showSettings({ deps, user, runAfterResponse }: SignedInContext, sentToday: number) {
  const { cvPath, cvTextStatus, cvUploadedAt } = user;
  const waited =
    cvTextStatus === "pending" &&
    cvUploadedAt !== null &&
    deps.now().getTime() - Date.parse(cvUploadedAt) > READING_LOST;
  if (waited && cvPath !== null) runAfterResponse(wakeReader(deps, user.id, cvPath));
  return settingsOf(user, sentToday, deps.config, deps.now());
}

async function change({ deps, user }: SignedInContext, values: Parameters<typeof changeAccount>[2]) {
  const [, ...rows] = await deps.db.batch([changeAccount(deps.db, user.id, values), ...settingsQueries(deps, user.id)]);
  return settingsFrom(rows, deps);
}

async function upload({ deps, user, runAfterResponse }: SignedInContext, { file }: RequestInput<typeof api.uploadCv>) {
  const { path, name, size, uploadedAt } = await keepCv(deps, user.id, file, runAfterResponse);
  return { cv_path: path, cv: { name, size, uploaded_at: uploadedAt, text_status: "pending" as const } };
}

function showCvText(cv: { status: TextStatus | null; text: string | null } | undefined) {
  if (!cv || cv.status === null) throw new ApiError("not_found");
  return { text_status: cv.status, text: cv.text ?? "" };
}

async function completeWizard({ deps, user }: SignedInContext) {
  const [, ...rows] = await deps.db.batch([finishWizard(deps.db, user.id), ...settingsQueries(deps, user.id)]);
  const settings = settingsFrom(rows, deps);
  if (settings.cv_path === null) throw new ApiError("cv_required");
  return settings;
}

async function remove({ c, deps, user }: SignedInContext) {
  const whole = await deleteAccount(deps, user.id);
  forgetSession(c);
  if (!whole)
    throw new ApiError("unavailable", {
      text: "Your account is closed; the rest of it is being deleted",
      retryAfterSeconds: 60,
    });
  return { ok: true as const };
}
