import type { Body } from "../../../../worker/contract/endpoint";
import * as outbox from "../../../../worker/contract/outbox";
import { callApi } from "../../../lib/api-client";
import { endpointQuery } from "../../../lib/query-client";

export const outboxQuery = () => endpointQuery(outbox.getOutbox);
export const queueMails = (body: Body<typeof outbox.queueMails>) => callApi(outbox.queueMails, { body });
export const takeOut = (ids: readonly string[]) => callApi(outbox.takeOut, { body: { company_ids: [...ids] } });
export const stopOutbox = () => callApi(outbox.stopOutbox);
export const resumeOutbox = () => callApi(outbox.resumeOutbox);
export const reorderOutbox = (ids: readonly string[]) =>
  callApi(outbox.reorderOutbox, { body: { company_ids: [...ids] } });
export const scheduleMails = (ids: readonly string[], sendAt: string | null) =>
  callApi(outbox.scheduleMails, { body: { company_ids: [...ids], send_at: sendAt } });
