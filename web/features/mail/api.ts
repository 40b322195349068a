import type { Body } from "../../../worker/contract/endpoint";
import { LIMITS } from "../../../worker/contract/limits";
import * as mail from "../../../worker/contract/mail";
import { call } from "../../lib/http";
import { keyOf, queryOf } from "../../lib/query-client";

/** The mail a company would get. Asked for anew whenever it is looked at, and never behind the reader's back. */
export const previewFor = ({ id, message_version }: { id: string; message_version: number }) => ({
  ...queryOf(mail.preview, { params: { id } }),
  queryKey: [...keyOf(mail.preview), id, message_version],
  staleTime: Infinity,
  gcTime: 0,
  refetchOnReconnect: false,
});
/** What a batch would send. Asked for once, as it is when the batch is looked at: what changes later is another batch. */
export const batchPreviewFor = (companies: readonly { id: string; message_version: number }[]) => ({
  queryKey: [...keyOf(mail.bulkPreview), ...companies.flatMap(({ id, message_version }) => [id, message_version])],
  queryFn: () => call(mail.bulkPreview, { body: { company_ids: companies.map(({ id }) => id) } }),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnReconnect: false,
});
export const sendEmail = (id: string, body: Body<typeof mail.sendEmail>) =>
  call(mail.sendEmail, { params: { id }, body });
export const sendTest = (id: string, body: Body<typeof mail.sendTest>) => call(mail.sendTest, { params: { id }, body });
export const bulkSend = (body: Body<typeof mail.bulkSend>) => call(mail.bulkSend, { body });

export const fetchAuthorizationUrl = () => call(mail.gmailAuthorizationUrl);
export const disconnectGmail = () => call(mail.disconnectGmail);

export const doNotContact = () => queryOf(mail.doNotContact);
export const addDoNotContact = (entry: string) => call(mail.addDoNotContact, { body: { entry } });
export const removeDoNotContact = (entry: string) => call(mail.removeDoNotContact, { body: { entry } });

export const fetchSentLog = (cursor: string | null, signal?: AbortSignal) =>
  call(mail.sentLog, { query: { ...(cursor !== null && { cursor }) }, ...(signal && { signal }) });

/** The whole log, page after page. */
export async function fetchWholeLog(): Promise<mail.LoggedMail[]> {
  const all: mail.LoggedMail[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { emails: mail.LoggedMail[]; next_cursor: string | null } = await call(mail.sentLog, {
      query: { limit: LIMITS.pageMax, ...(cursor !== undefined && { cursor }) },
    });
    all.push(...page.emails);
    cursor = page.next_cursor;
  }
  return all;
}
