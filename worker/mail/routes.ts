import { dayOf, gmailOf, settingsOf } from "../account/rules";
import { sentTodayQuery } from "../account/store";
import { cursorOf, cutPage } from "../companies/rules";
import * as api from "../contract/mail";
import type { App, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
import { receiveGmailLink, redirectUriOf } from "./callback";
import { addToList, listOf, takeOffList } from "./do-not-contact";
import { beginLink } from "./link";
import type { Order, Result } from "./order";
import { previewBatch, previewOf } from "./preview";
import { type MailRow, refusalOf, toLoggedMail } from "./rules";
import { deskOf, deskQueries, factsQuery, senderQuery } from "./store-desk";
import { listQuery } from "./store-do-not-contact";
import { logQuery } from "./store-mails";

/** The list a cursor of the log belongs to. */
const MAILS = "mails";

export function mailRoutes(app: App): void {
  route(app, api.bulkSend, { handler: sendMany });
  route(app, api.bulkPreview, { handler: previewMany });
  route(app, api.preview, {
    reads: ({ deps: { db, now } }, { userId }, { params }) => deskQueries(db, userId, [params.id], dayOf(now()).began),
    handler: async ({ deps }, { params }, rows) => {
      deps.require("gmail");
      return { preview: await previewOf(params.id, deskOf(rows), deps) };
    },
  });
  route(app, api.sendEmail, { handler: sendOne });
  route(app, api.sendTest, { handler: sendTest });
  route(app, api.sentLog, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      [logQuery(db, userId, { limit: query.limit, cursor: cursorOf(query, MAILS) })] as const,
    handler: (_context, { query }, [rows]) => logPage(rows, query.limit),
  });
  route(app, api.doNotContact, {
    reads: ({ deps: { db } }, { userId }) => [listQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => listOf(rows),
  });
  route(app, api.addDoNotContact, { handler: addToList });
  route(app, api.removeDoNotContact, { handler: takeOffList });
  route(app, api.gmailStatus, { handler: ({ deps, user }) => gmailOf(user, deps.config) });
  route(app, api.gmailAuthorizationUrl, { handler: beginGmail });
  route(app, api.disconnectGmail, {
    reads: ({ deps }, { userId }) => [sentTodayQuery(deps.db, userId, dayOf(deps.now()).began)] as const,
    handler: (context, _, [[today]]) => disconnect(context, today?.sent ?? 0),
  });
  app.get(api.GMAIL_CALLBACK_PATH, receiveGmailLink);
}

async function sendOne(call: SignedInContext, { params, body }: RequestInput<typeof api.sendEmail>) {
  const { id } = params;
  const versions = body.message_version === undefined ? {} : { [id]: body.message_version };
  const fingerprints = body.fingerprint === undefined ? {} : { [id]: body.fingerprint };
  const [result] = await send(call, { companyIds: [id], confirm: body.confirm, versions, fingerprints });
  if (!result || "no" in result) throw result ? refusalOf(result.no) : new ApiError("not_found");
  return { company: result.company };
}

async function sendTest({ c, deps, user }: SignedInContext, { params, body }: RequestInput<typeof api.sendTest>) {
  deps.require("gmail");
  const result = await mailboxOf({ deps, user }).sendTest({
    userId: user.id,
    companyId: params.id,
    version: body.message_version,
    fingerprint: body.fingerprint,
    requestId: c.get("requestId"),
  });
  if ("no" in result) throw refusalOf(result.no);
  return result;
}

async function sendMany(call: SignedInContext, { body }: RequestInput<typeof api.bulkSend>) {
  call.deps.require("gmail");
  if (call.user.gmailEmail === null) throw new ApiError("gmail_required");
  const results = await send(call, {
    companyIds: body.company_ids,
    confirm: [],
    versions: body.message_versions ?? {},
    fingerprints: body.fingerprints ?? {},
  });
  return {
    sent_ids: results.flatMap((result) => ("no" in result ? [] : [result.id])),
    failed: results.flatMap((result) => ("no" in result ? [{ id: result.id, reason: result.no.reason }] : [])),
  };
}

async function previewMany({ deps, user }: SignedInContext, { body }: RequestInput<typeof api.bulkPreview>) {
  deps.require("gmail");
  const { db, now } = deps;
  const [[sender], facts] = await db.batch([
    senderQuery(db, user.id, dayOf(now()).began),
    factsQuery(db, user.id, body.company_ids),
  ]);
  return previewBatch({ sender, facts }, deps);
}

/** The work is done in the mailbox's object: it goes on when the browser leaves. */
function send({ c, deps, user }: SignedInContext, order: Omit<Order, "userId" | "requestId">): Promise<Result[]> {
  deps.require("gmail");
  return mailboxOf({ deps, user }).send({ ...order, userId: user.id, requestId: c.get("requestId") });
}

async function beginGmail({ deps, user, origin }: SignedInContext) {
  deps.require("gmail");
  const page = { redirectUri: redirectUriOf(origin), language: user.language, loginHint: user.gmailEmail };
  const address = await beginLink({ userId: user.id, sessionHash: user.sessionHash }, page, deps);
  return { auth_url: new URL(address, origin).href };
}

async function disconnect({ deps, user }: SignedInContext, sentToday: number) {
  await mailboxOf({ deps, user }).disconnect(user.id);
  return settingsOf(
    { ...user, gmailEmail: null, gmailTokens: null, gmailLinkedAt: null },
    sentToday,
    deps.config,
    deps.now(),
  );
}

const mailboxOf = ({ deps, user }: Pick<SignedInContext, "deps" | "user">) =>
  deps.mailboxes.get(deps.mailboxes.idFromName(user.id));

function logPage(rows: MailRow[], limit: number) {
  const { shown, next_cursor } = cutPage(rows, limit, MAILS, (row) => row.createdAt);
  return { emails: shown.map(toLoggedMail), next_cursor };
}
