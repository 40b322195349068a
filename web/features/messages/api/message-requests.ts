import { addFact } from "../../../../worker/contract/account";
import {
  type Company,
  type CompanyPatch,
  getCompany,
  patchCompany,
  setCompanyEmail as setCompanyEmailCall,
} from "../../../../worker/contract/companies";
import type { Body } from "../../../../worker/contract/endpoint";
import * as followUps from "../../../../worker/contract/follow-ups";
import * as messages from "../../../../worker/contract/messages";
import { callApi } from "../../../lib/api-client";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";

export const generateMessage = (id: string, signal: AbortSignal, body: messages.RewriteBody = {}) =>
  callApi(messages.generateMessage, { params: { id }, body, signal });
/** An address that the user typed becomes the recipient. */
export const setCompanyEmail = (id: string, email: string, replaces: string | undefined) =>
  callApi(setCompanyEmailCall, { params: { id }, body: { email, replaces } });
/** Stops writing; the answer holds the company's state. */
export const cancelMessage = (id: string) => callApi(messages.cancelMessage, { params: { id } });
export const generateMessages = (
  company_ids: string[],
  overwrite: boolean,
  profileId: string | null = null,
  may_wait = false,
) =>
  callApi(messages.bulkGenerate, {
    body: { company_ids, overwrite, may_wait, ...(profileId !== null && { profile_id: profileId }) },
  });
export const cancelGeneration = (id: string) => callApi(messages.cancelGeneration, { params: { id } });
export const hurryGeneration = (id: string) => callApi(messages.hurryGeneration, { params: { id } });
export const saveMessage = (
  id: string,
  body: Partial<Pick<CompanyPatch, "message" | "subject" | "recipient" | "language" | "profile_id" | "replaces">>,
) => callApi(patchCompany, { params: { id }, body });
export const fetchCompany = (id: string) => callApi(getCompany, { params: { id } });

/** The versions of a message; a later one makes another list. */
export const messageVersionsQuery = ({ id, message_version }: Pick<Company, "id" | "message_version">) => ({
  ...endpointQuery(messages.listMessageVersions, { params: { id } }),
  queryKey: [...toQueryKey(messages.listMessageVersions), id, message_version],
});
/** @param replaces the version whose place it takes; undefined: whichever is the present one */
export const restoreMessageVersion = (id: string, version: number, replaces?: number) =>
  callApi(messages.restoreMessageVersion, {
    params: { id, version: String(version) },
    body: replaces === undefined ? {} : { replaces },
  });
export const markMessageRead = ({ id, message_version: version }: Pick<Company, "id" | "message_version">) =>
  callApi(messages.markMessageRead, { params: { id }, body: { version } });

/** The current generation, or the last one shortly after its end. */
export const currentGenerationQuery = () => endpointQuery(messages.getCurrentGeneration);

/** Where each sentence comes from: of the text given, or of the saved one. */
export const messageCheckQuery = (
  { id, message_version }: Pick<Company, "id" | "message_version">,
  text: Body<typeof messages.checkMessage> = {},
) => ({
  queryKey: [...toQueryKey(messages.checkMessage), id, message_version, text],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(messages.checkMessage, { params: { id }, body: text, signal }),
});
/** What the user says is true supports this message and later ones. */
export const confirmFact = (text: string) => callApi(addFact, { body: { text } });

/** @param replaces the version of the text that it takes the place of */
export const writeFollowUp = (id: string, replaces: number, signal: AbortSignal) =>
  callApi(followUps.writeFollowUp, { params: { id }, body: { replaces }, signal });
export const saveFollowUp = (id: string, message: string, replaces: number) =>
  callApi(followUps.saveFollowUp, { params: { id }, body: { message, replaces } });
/** Where each sentence of a follow-up comes from: of the text given, or of the saved one. */
export const followUpCheckQuery = (
  { company_id: id, step, version }: Pick<followUps.FollowUp, "company_id" | "step" | "version">,
  text: Body<typeof followUps.checkFollowUp> = {},
) => ({
  queryKey: [...toQueryKey(followUps.checkFollowUp), id, step, version, text],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(followUps.checkFollowUp, { params: { id }, body: text, signal }),
});
