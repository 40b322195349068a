import * as api from "../../contract/outbox";
import type { App, SignedInContext } from "../../http/request-context";
import { type RequestInput, route } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import type { OutboxChange } from "../../platform/outbox-request";

export function registerOutboxRoutes(app: App): void {
  route(app, api.queueMails, { handler: queue });
  route(app, api.getOutbox, {
    handler: async (context) => ({ outbox: await getMailbox(context).readOutbox(context.user.id) }),
  });
  route(app, api.takeOut, {
    handler: takeOut,
  });
  route(app, api.stopOutbox, { handler: (context) => change(context, { do: "stop" }) });
  route(app, api.resumeOutbox, { handler: (context) => change(context, { do: "resume" }) });
  route(app, api.reorderOutbox, {
    handler: (context, { body }) => change(context, { do: "reorder", companyIds: body.company_ids }),
  });
  route(app, api.scheduleMails, {
    handler: (context, { body }) =>
      change(context, { do: "schedule", companyIds: body.company_ids, sendAt: toUtc(body.send_at) }),
  });
}

const getMailbox = ({ deps, user }: Pick<SignedInContext, "deps" | "user">) =>
  deps.mailboxes.get(deps.mailboxes.idFromName(user.id));

const toUtc = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

async function queue(context: SignedInContext, { body }: RequestInput<typeof api.queueMails>) {
  const { c, deps, user } = context;
  deps.requireFeature("gmail");
  if (user.gmailEmail === null) throw new ApiError("gmail_required");
  const { queued, failed, outbox } = await getMailbox(context).queueMails({
    userId: user.id,
    mails: body.mails.map((mail) => ({
      companyId: mail.company_id,
      step: mail.step ?? 0,
      version: mail.message_version,
      fingerprint: mail.fingerprint,
      confirm: mail.confirm,
    })),
    sendAt: toUtc(body.send_at ?? null),
    requestId: c.get("requestId"),
  });
  return { queued_ids: queued, failed, outbox };
}

async function takeOut(context: SignedInContext, { body }: RequestInput<typeof api.takeOut>) {
  const wanted = { do: "take_out" as const, companyIds: body.company_ids };
  const { changed, approvals, outbox } = await getMailbox(context).changeOutbox(context.user.id, wanted);
  return {
    company_ids: changed,
    outbox,
    approvals: approvals.map(({ companyId, step, version, sendAt, ...approved }) => ({
      company_id: companyId,
      ...(step !== 0 && { step }),
      message_version: version,
      send_at: sendAt,
      ...approved,
    })),
  };
}

async function change(context: SignedInContext, wanted: OutboxChange) {
  const { changed, outbox } = await getMailbox(context).changeOutbox(context.user.id, wanted);
  return { company_ids: changed, outbox };
}
