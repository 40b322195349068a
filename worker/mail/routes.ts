import { toGmailStatus, toSettings } from "../account/account-dto";
import { parseCursorQuery, cutPage } from "../companies/cursor";
import type { Deps } from "../compose";
import * as api from "../contract/mail";
import { answerPdf } from "../http/pdf-response";
import type { App, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
import type { SendFailure, SendRequest, SendResult } from "../platform/send-request";
import { toSendingDay } from "../quotas/rules-daily-limit";
import { sentTodayQuery } from "../quotas/store-quotas";
import { addDoNotContactEntry, toDoNotContactList, removeDoNotContactEntry } from "../suppression/do-not-contact";
import { doNotContactQuery } from "../suppression/store-do-not-contact";
import { listEntriesFor } from "../suppression/store-objections";
import { toEmailContent } from "./compose-email";
import { registerFollowUpRoutes } from "./follow-ups/routes";
import { handleGmailCallback, toRedirectUri } from "./gmail-link/gmail-callback";
import { startGmailLink } from "./gmail-link/gmail-link";
import { composeLetterFile, toLetterSender } from "./letter-attachment";
import { registerOutboxRoutes } from "./outbox/routes";
import { previewBatch, previewEmail } from "./preview-email";
import { type SendRow, toDay, toSendApiError } from "./send/rules-send-refusal";
import {
  recipientsQuery,
  loadSendContext,
  sendContextQueries,
  type Sender,
  senderQuery,
  sendStatesQuery,
  toSendContext,
} from "./send/store-send-context";
import { type MailRow, sentLogQuery, toLoggedMail } from "./store-sent-log";

/** Name of the sent log in list cursors. */
const SENT_LOG_CURSOR = "mails";

export function registerMailRoutes(app: App): void {
  route(app, api.bulkSend, { handler: sendMany });
  route(app, api.bulkPreview, { handler: previewMany });
  route(app, api.getMailPreview, {
    reads: ({ deps: { db, now } }, { userId }, { params }) =>
      sendContextQueries(db, userId, { companyIds: [params.id] }, toSendingDay(now()).began),
    handler: async ({ deps }, { params }, rows) => {
      deps.requireFeature("gmail");
      return { preview: await previewEmail(params.id, toSendContext(rows, deps.now()), deps) };
    },
  });
  route(app, api.getLetterFile, {
    reads: ({ deps: { db, now } }, { userId }, { params }) =>
      [senderQuery(db, userId, toSendingDay(now()).began), sendStatesQuery(db, userId, [params.id])] as const,
    handler: (context, _input, [[sender], [state]]) => sendLetterFile(context, sender, state),
  });
  route(app, api.sendEmail, { handler: sendOne });
  route(app, api.sendTest, { handler: sendTest });
  route(app, api.listSentMails, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      [sentLogQuery(db, userId, { limit: query.limit, cursor: parseCursorQuery(query, SENT_LOG_CURSOR) })] as const,
    handler: (_context, { query }, [rows]) => toSentLogPage(rows, query.limit),
  });
  route(app, api.listDoNotContact, {
    reads: ({ deps: { db } }, { userId }) => [doNotContactQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => toDoNotContactList(rows),
  });
  route(app, api.listObjections, {
    reads: ({ deps: { db } }, { userId }) => [recipientsQuery(db, userId)] as const,
    handler: ({ deps }, _input, [rows]) => listObjections(deps, rows),
  });
  route(app, api.addDoNotContact, { handler: addDoNotContactEntry });
  route(app, api.removeDoNotContact, { handler: removeDoNotContactEntry });
  route(app, api.getGmailStatus, { handler: ({ deps, user }) => toGmailStatus(user, deps.config) });
  route(app, api.createGmailAuthorizationUrl, { handler: startLink });
  route(app, api.disconnectGmail, {
    reads: ({ deps }, { userId }) => [sentTodayQuery(deps.db, userId, toSendingDay(deps.now()).began)] as const,
    handler: (context, _, [[today]]) => disconnectMailbox(context, today?.sent ?? 0),
  });
  app.get(api.GMAIL_CALLBACK_PATH, handleGmailCallback);
  registerFollowUpRoutes(app);
  registerOutboxRoutes(app);
}

async function listObjections({ sharedDb }: Pick<Deps, "sharedDb">, rows: readonly { address: string }[]) {
  const entries = await listEntriesFor(
    sharedDb,
    rows.map(({ address }) => address),
  );
  return { entries: entries.map((entry) => ({ entry })) };
}

async function sendOne(context: SignedInContext, { params, body }: RequestInput<typeof api.sendEmail>) {
  const { id } = params;
  const versions = body.message_version === undefined ? {} : { [id]: body.message_version };
  const fingerprints = body.fingerprint === undefined ? {} : { [id]: body.fingerprint };
  const [result] = await requestSend(context, { companyIds: [id], confirm: body.confirm, versions, fingerprints });
  if (!result || "no" in result) throw result ? toSendApiError(result.no) : new ApiError("not_found");
  return { company: result.company };
}

/** The letter as the mail to a company would carry it, whether or not one is attached. */
async function sendLetterFile(
  { c, deps, user }: SignedInContext,
  sender: Sender | undefined,
  state: Pick<SendRow, "company"> | undefined,
): Promise<Response> {
  if (!sender || !state) throw new ApiError("not_found");
  const { company } = state;
  if (company.message.trim() === "") throw toSendApiError({ reason: "missing_message" });
  const from = { name: sender.name, address: sender.mailbox?.email ?? user.email };
  const letter = toLetterSender(sender, from.address);
  const content = toEmailContent(company, {
    from,
    owner: sender,
    cv: null,
    letter,
    signature: [],
    tellsSource: false,
    tagsReplies: false,
  });
  if (!content.letter) throw new ApiError("not_found");
  return answerPdf(c, await composeLetterFile(content.letter, deps.now()), content.letter.name);
}

async function sendTest({ c, deps, user }: SignedInContext, { params, body }: RequestInput<typeof api.sendTest>) {
  deps.requireFeature("gmail");
  const result = await getMailboxStub({ deps, user }).sendTest({
    userId: user.id,
    companyId: params.id,
    version: body.message_version,
    fingerprint: body.fingerprint,
    requestId: c.get("requestId"),
  });
  if ("no" in result) throw toSendApiError(result.no);
  return result;
}

async function sendMany(context: SignedInContext, { body }: RequestInput<typeof api.bulkSend>) {
  context.deps.requireFeature("gmail");
  if (context.user.gmailEmail === null) throw new ApiError("gmail_required");
  const results = await requestSend(context, {
    companyIds: body.company_ids,
    confirm: [],
    versions: body.message_versions ?? {},
    fingerprints: body.fingerprints ?? {},
  });
  return {
    sent_ids: results.flatMap((result) => ("no" in result ? [] : [result.id])),
    failed: results.flatMap((result) => ("no" in result ? [toBatchFailure(result.id, result.no)] : [])),
  };
}

const toBatchFailure = (id: string, { reason, freeAt }: SendFailure) => ({
  id,
  reason,
  ...(freeAt !== undefined && { free_on: toDay(freeAt) }),
});

async function previewMany({ deps, user }: SignedInContext, { body }: RequestInput<typeof api.bulkPreview>) {
  deps.requireFeature("gmail");
  const { db, now } = deps;
  const context = await loadSendContext(db, user.id, { companyIds: body.company_ids }, now());
  return previewBatch(context, deps);
}

/** The user's MailboxObject sends: it continues when the browser disconnects. */
function requestSend(
  { c, deps, user }: SignedInContext,
  request: Omit<SendRequest, "userId" | "requestId">,
): Promise<SendResult[]> {
  deps.requireFeature("gmail");
  return getMailboxStub({ deps, user }).send({ ...request, userId: user.id, requestId: c.get("requestId") });
}

async function startLink({ deps, user, origin }: SignedInContext) {
  deps.requireFeature("gmail");
  const page = { redirectUri: toRedirectUri(origin), language: user.language, loginHint: user.gmailEmail };
  const consentUrl = await startGmailLink({ userId: user.id, sessionHash: user.sessionHash }, page, deps);
  return { auth_url: new URL(consentUrl, origin).href };
}

async function disconnectMailbox({ deps, user }: SignedInContext, sentToday: number) {
  await getMailboxStub({ deps, user }).disconnect(user.id);
  return toSettings(
    { ...user, gmailEmail: null, gmailTokens: null, gmailLinkedAt: null },
    sentToday,
    deps.config,
    deps.now(),
  );
}

const getMailboxStub = ({ deps, user }: Pick<SignedInContext, "deps" | "user">) =>
  deps.mailboxes.get(deps.mailboxes.idFromName(user.id));

function toSentLogPage(rows: MailRow[], limit: number) {
  const { shown, next_cursor } = cutPage(rows, limit, SENT_LOG_CURSOR, (row) => row.createdAt);
  return { emails: shown.map(toLoggedMail), next_cursor };
}
