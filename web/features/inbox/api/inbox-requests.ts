import type { Body } from "../../../../worker/contract/endpoint";
import * as inbox from "../../../../worker/contract/inbox";
import { callApi } from "../../../lib/api-client";

export const openInbox = () => callApi(inbox.openInbox);
export const renewInboxAddress = () => callApi(inbox.renewInboxAddress);
export const closeInbox = () => callApi(inbox.closeInbox);
export const patchInbox = (body: Body<typeof inbox.patchInbox>) => callApi(inbox.patchInbox, { body });
