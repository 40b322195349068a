import { readClientNetwork } from "../auth/client-network";
import { readDeviceHash } from "../auth/device-cookie";
import { endSessions } from "../auth/end-sessions";
import { clearSessionCookie, startSession, readSessionCookie } from "../auth/session-lifecycle";
import * as api from "../contract/account";
import type { CvTextStatus } from "../contract/account";
import { toCvFileName } from "../contract/attachment-names";
import { answerPdf } from "../http/pdf-response";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
import { toSendingDay } from "../quotas/rules-daily-limit";
import { sentTodayQuery } from "../quotas/store-quotas";
import { closeAndDeleteAccount } from "./account-deletion";
import { toPreferenceColumns, toSettings, toUser, toSettingsResponse, settingsQueries } from "./account-dto";
import { withoutPageMarks } from "./cv/cv-pages";
import { CV_TEXT_STALE_MS, enqueueCvText } from "./cv/cv-text-job";
import { storeCv } from "./cv/cv-upload";
import { cvTextQuery } from "./cv/store-cv";
import { exportReads, sendExport } from "./data-export";
import { registerProfileRoutes } from "./profiles/routes";
import { findProfile, profilesQuery, updateProfileQueries } from "./profiles/store-profiles";
import { findOrCreateAccount, identifyGoogleUser, storeState, consumeState } from "./sign-in/google-sign-in";
import { signInWithPassword } from "./sign-in/password-sign-in";
import { registerSecurityRoutes } from "./sign-in/security-routes";
import { signUp } from "./sign-in/sign-up";
import { updateAccountQuery, completeWizardQuery } from "./store-accounts";

export function registerAccountRoutes(app: App): void {
  route(app, api.register, { handler: register });
  route(app, api.login, { handler: login });
  route(app, api.startGoogleSignIn, { handler: startGoogleSignIn });
  route(app, api.signInWithGoogle, { handler: signInWithGoogle });
  route(app, api.logout, { handler: logout });
  route(app, api.getCurrentUser, { handler: ({ deps, user }) => ({ user: toUser(user, deps.config) }) });

  for (const path of ["/settings", "/settings/"] as const) {
    route(
      app,
      { ...api.getSettings, path },
      {
        reads: ({ deps }, { userId }) => [sentTodayQuery(deps.db, userId, toSendingDay(deps.now()).began)] as const,
        handler: (context, _, [[today]]) => showSettings(context, today?.sent ?? 0),
      },
    );
  }
  route(app, api.setLanguage, { handler: (context, { body }) => updateSettings(context, { language: body.language }) });
  route(app, api.setPreferences, {
    handler: (context, { body }) => updateSettings(context, toPreferenceColumns(body)),
  });
  route(app, api.setName, {
    handler: async ({ deps, user }, { body: { name } }) => {
      await updateAccountQuery(deps.db, user.id, { name });
      return { user: toUser({ ...user, name }, deps.config) };
    },
  });
  route(app, api.setTemplate, { handler: saveTemplate });
  route(app, api.uploadCv, { handler: uploadCv });
  route(app, api.getCvText, {
    reads: ({ deps }, { userId }, { query }) => [cvTextQuery(deps.db, userId, query.profile_id)] as const,
    handler: (_context, _input, [[cv]]) => showCvText(cv),
  });
  route(app, api.getCvFile, {
    reads: ({ deps }, { userId }) => [profilesQuery(deps.db, userId)] as const,
    handler: (context, { query }, [profiles]) =>
      sendCvFile(context, findProfile(profiles, query.profile_id)?.cvPath ?? null),
  });
  registerProfileRoutes(app);
  route(app, api.saveSignature, { handler: saveSignature });
  route(app, api.completeWizard, { handler: completeWizard });
  route(app, api.exportData, { reads: exportReads, handler: sendExport });
  route(app, api.deleteAccount, { handler: removeAccount });
  registerSecurityRoutes(app);
}

async function register({ c, deps }: RequestContext, { body }: RequestInput<typeof api.register>) {
  return { user: toUser(await signUp(c, deps, body), deps.config) };
}

async function login({ c, deps }: RequestContext, { body }: RequestInput<typeof api.login>) {
  const place = { deviceHash: await readDeviceHash(c), network: readClientNetwork(c)?.network ?? null };
  const { account, deps: ownDeps } = await signInWithPassword(deps, body, place);
  await startSession(c, ownDeps, account.id);
  return { user: toUser(account, deps.config) };
}

async function startGoogleSignIn({ c, deps }: RequestContext, { body }: RequestInput<typeof api.startGoogleSignIn>) {
  deps.requireFeature("google sign-in");
  storeState(c, body.state);
  return { ok: true as const };
}

async function signInWithGoogle(
  { c, deps, signal }: RequestContext,
  { body }: RequestInput<typeof api.signInWithGoogle>,
) {
  const { googleAuth } = deps;
  consumeState(c, body.state);
  const person = await identifyGoogleUser(googleAuth, body.code, signal);
  const { account, deps: ownDeps } = await findOrCreateAccount(deps, person, body.language);
  await startSession(c, ownDeps, account.id);
  return { user: toUser(account, deps.config) };
}

async function logout({ c, deps }: RequestContext) {
  const cookie = await readSessionCookie(c);
  if (cookie) await endSessions(await deps.openUserShard(cookie.userId), cookie.userId, { which: "of_token", cookie });
  clearSessionCookie(c);
  return { ok: true as const };
}

function showSettings({ deps, user, runAfterResponse }: SignedInContext, sentToday: number) {
  const { cvPath, cvTextStatus, cvUploadedAt } = user;
  const waited =
    cvTextStatus === "pending" &&
    cvUploadedAt !== null &&
    deps.now().getTime() - Date.parse(cvUploadedAt) > CV_TEXT_STALE_MS;
  if (waited && cvPath !== null) runAfterResponse(enqueueCvText(deps, user.id, cvPath));
  return toSettings(user, sentToday, deps.config, deps.now());
}

async function updateSettings({ deps, user }: SignedInContext, values: Parameters<typeof updateAccountQuery>[2]) {
  const [, ...rows] = await deps.db.batch([
    updateAccountQuery(deps.db, user.id, values),
    ...settingsQueries(deps, user.id),
  ]);
  return toSettingsResponse(rows, deps);
}

async function saveTemplate(
  context: SignedInContext,
  { query: { profile_id }, body }: RequestInput<typeof api.setTemplate>,
) {
  if (profile_id === undefined) return updateSettings(context, { templateMessage: body.message });
  const { deps, user } = context;
  const [, , profiles, ...rows] = await deps.db.batch([
    ...updateProfileQueries(deps.db, user.id, profile_id, { templateMessage: body.message }),
    profilesQuery(deps.db, user.id),
    ...settingsQueries(deps, user.id),
  ]);
  if (!profiles.some(({ id }) => id === profile_id)) throw new ApiError("not_found");
  return toSettingsResponse(rows, deps);
}

async function uploadCv(
  { deps, user, runAfterResponse }: SignedInContext,
  { query, file }: RequestInput<typeof api.uploadCv>,
) {
  const { cv, letters } = await storeCv(deps, user.id, query.profile_id, file, runAfterResponse);
  const { path, name, size, uploadedAt } = cv;
  return { cv_path: path, cv: { name, size, uploaded_at: uploadedAt, text_status: "pending" as const }, letters };
}

function showCvText(cv: { status: CvTextStatus | null; text: string | null } | undefined) {
  if (!cv || cv.status === null) throw new ApiError("not_found");
  return { text_status: cv.status, text: withoutPageMarks(cv.text ?? "") };
}

/** The PDF itself, to be shown by the browser. */
async function sendCvFile({ c, deps, user }: SignedInContext, path: string | null): Promise<Response> {
  const bytes = path === null ? null : await deps.files.get(path);
  if (!bytes) throw new ApiError("not_found");
  return answerPdf(c, bytes, toCvFileName(user, user.language));
}

async function saveSignature(
  { deps, user }: SignedInContext,
  { body: { phone, links } }: RequestInput<typeof api.saveSignature>,
) {
  const signature = { phone, links: [...new Set(links)] };
  await updateAccountQuery(deps.db, user.id, { signaturePhone: phone, signatureLinks: signature.links });
  return { signature };
}

async function completeWizard({ deps, user }: SignedInContext) {
  const [, ...rows] = await deps.db.batch([completeWizardQuery(deps.db, user.id), ...settingsQueries(deps, user.id)]);
  const settings = toSettingsResponse(rows, deps);
  if (settings.cv_path === null) throw new ApiError("cv_required");
  return settings;
}

async function removeAccount({ c, deps, user }: SignedInContext) {
  const complete = await closeAndDeleteAccount(deps, user.id);
  clearSessionCookie(c);
  if (!complete)
    throw new ApiError("unavailable", {
      text: "Your account is closed; the rest of it is being deleted",
      retryAfterSeconds: 60,
    });
  return { ok: true as const };
}
