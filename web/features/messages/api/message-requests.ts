import { type CompanyPatch, patchCompany } from "../../../../worker/contract/companies";
import * as messages from "../../../../worker/contract/messages";
import { callApi } from "../../../lib/api-client";
import { endpointQuery } from "../../../lib/query-client";

export const generateMessage = (id: string, signal: AbortSignal) =>
  callApi(messages.generateMessage, { params: { id }, signal });
/** Stops writing; the answer holds the company's state. */
export const cancelMessage = (id: string) => callApi(messages.cancelMessage, { params: { id } });
export const generateMessages = (company_ids: string[], overwrite: boolean) =>
  callApi(messages.bulkGenerate, { body: { company_ids, overwrite } });
export const cancelGeneration = (id: string) => callApi(messages.cancelGeneration, { params: { id } });
export const saveMessage = (
  id: string,
  body: Partial<Pick<CompanyPatch, "message" | "subject" | "recipient" | "language">>,
) => callApi(patchCompany, { params: { id }, body });

/** The current generation, or the last one shortly after its end. */
export const currentGenerationQuery = () => endpointQuery(messages.getCurrentGeneration);
