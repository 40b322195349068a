import type * as api from "../../contract/inbox";
import type { SignedInContext } from "../../http/request-context";
import type { RequestInput } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import { composeFilters, toFilterTerm } from "./gmail-filter";
import { makeInboxName } from "./inbox-address";
import { deleteInbox, type InboxRows, insertInbox, updateInbox } from "./store-inboxes";

export function toInboxAnswer(
  { deps }: Pick<SignedInContext, "deps">,
  [[row], counts, sent]: InboxRows,
): api.InboxAnswer {
  const { inboundDomain } = deps.config;
  if (inboundDomain === undefined) return { available: false, inbox: null };
  if (!row) return { available: true, inbox: null };
  const known = new Set(
    sent
      .filter(({ firstAt }) => row.filterAt !== null && firstAt <= row.filterAt)
      .map((mail) => toFilterTerm(mail.recipient)),
  );
  return {
    available: true,
    inbox: {
      address: `${row.name}@${inboundDomain}`,
      created_at: row.createdAt,
      keep_excerpts: row.keepExcerpts,
      confirmation: row.codeAt === null ? null : { code: row.code, link: row.link, at: row.codeAt },
      filter: {
        texts: composeFilters(
          sent.map(({ recipient }) => recipient),
          inboundDomain,
        ),
        set_at: row.filterAt,
        is_outdated: row.filterAt !== null && sent.some(({ recipient }) => !known.has(toFilterTerm(recipient))),
      },
      last_mail_at: row.lastMailAt,
      counts: counts.map(({ kind, count, lastAt }) => ({ kind, count, last_at: lastAt })),
    },
  };
}

export const openInbox = async (context: SignedInContext) => writeInbox(context, false);
export const renewInboxAddress = async (context: SignedInContext) => writeInbox(context, true);

async function writeInbox(context: SignedInContext, replaces: boolean): Promise<api.InboxAnswer> {
  const { deps, user } = context;
  deps.requireFeature("forwarded answers");
  const inbox = { userId: user.id, name: makeInboxName(), at: deps.now().toISOString(), replaces };
  return toInboxAnswer(context, await insertInbox(deps.db, inbox));
}

/** @throws ApiError `not_found` while it is off */
export async function patchInbox(
  context: SignedInContext,
  { body: { keep_excerpts: keepExcerpts, filter_set: isFilterSet } }: RequestInput<typeof api.patchInbox>,
) {
  const { deps, user } = context;
  const rows = await updateInbox(deps.db, user.id, {
    ...(keepExcerpts !== undefined && { keepExcerpts }),
    ...(isFilterSet && { filterAt: deps.now().toISOString() }),
  });
  if (!rows[0][0]) throw new ApiError("not_found");
  return toInboxAnswer(context, rows);
}

export async function closeInbox(context: SignedInContext) {
  return toInboxAnswer(context, await deleteInbox(context.deps.db, context.user.id));
}
