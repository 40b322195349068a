import { getCompany, patchCompany } from "../../../../worker/contract/companies";
import type { Body } from "../../../../worker/contract/endpoint";
import { LIMITS } from "../../../../worker/contract/limits";
import * as mail from "../../../../worker/contract/mail";
import { callApi } from "../../../lib/api-client";
import { toQueryKey, endpointQuery } from "../../../lib/query-client";

/**
 * The mail that a company would get. Loaded each time it is opened, never refetched in the background, save one that a
 * lost connection kept away.
 */
export const previewQuery = ({ id, message_version }: { id: string; message_version: number }) => ({
  ...endpointQuery(mail.getMailPreview, { params: { id } }),
  queryKey: [...toQueryKey(mail.getMailPreview), id, message_version],
  staleTime: Infinity,
  gcTime: 0,
});
/** What a batch would send, loaded once: a later change makes another batch. */
export const bulkPreviewQuery = (companies: readonly { id: string; message_version: number }[]) => ({
  queryKey: [...toQueryKey(mail.bulkPreview), ...companies.flatMap(({ id, message_version }) => [id, message_version])],
  queryFn: () => callApi(mail.bulkPreview, { body: { company_ids: companies.map(({ id }) => id) } }),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnReconnect: false,
});
export const sendTest = (id: string, body: Body<typeof mail.sendTest>) =>
  callApi(mail.sendTest, { params: { id }, body });
/** The version of a company's message that the server has now. */
export const fetchMessageVersion = async (id: string): Promise<number> =>
  (await callApi(getCompany, { params: { id } })).company.message_version;

/** Another profile, and with it another CV, for the mail to a company. */
export const setProfile = (id: string, profileId: string) =>
  callApi(patchCompany, { params: { id }, body: { profile_id: profileId } });

export const fetchAuthorizationUrl = () => callApi(mail.createGmailAuthorizationUrl);
export const disconnectGmail = () => callApi(mail.disconnectGmail);

export const doNotContactQuery = () => endpointQuery(mail.listDoNotContact);
export const objectionsQuery = () => endpointQuery(mail.listObjections);
export const addDoNotContact = (entry: string) => callApi(mail.addDoNotContact, { body: { entry } });
export const removeDoNotContact = (entry: string) => callApi(mail.removeDoNotContact, { body: { entry } });

export const fetchSentLog = (cursor: string | null, signal?: AbortSignal) =>
  callApi(mail.listSentMails, { query: { ...(cursor !== null && { cursor }) }, ...(signal && { signal }) });

/** The whole log, page by page. */
export async function fetchAllSentMails(): Promise<mail.LoggedMail[]> {
  const all: mail.LoggedMail[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { emails: mail.LoggedMail[]; next_cursor: string | null } = await callApi(mail.listSentMails, {
      query: { limit: LIMITS.pageMax, ...(cursor !== undefined && { cursor }) },
    });
    all.push(...page.emails);
    cursor = page.next_cursor;
  }
  return all;
}
