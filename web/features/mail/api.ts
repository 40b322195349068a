import type { Body } from "../../../worker/contract/endpoint";
import * as mail from "../../../worker/contract/mail";
import { call } from "../../lib/http";

export const sendEmail = (id: string, body: Body<typeof mail.sendEmail>) => call(mail.sendEmail, { params: { id }, body });
export const bulkSend = (body: Body<typeof mail.bulkSend>) => call(mail.bulkSend, { body });
export const fetchAuthorizationUrl = () => call(mail.gmailAuthorizationUrl);
export const disconnectGmail = () => call(mail.disconnectGmail);
export const fetchSentLog = (cursor: string | null, signal?: AbortSignal) =>
  call(mail.sentLog, { query: { ...(cursor !== null && { cursor }) }, ...(signal && { signal }) });
