import { type CompanyPatch, patchCompany } from "../../../worker/contract/companies";
import * as messages from "../../../worker/contract/messages";
import { call } from "../../lib/http";
import { queryOf } from "../../lib/query-client";

export const generateMessage = (id: string, signal: AbortSignal) =>
  call(messages.generateMessage, { params: { id }, signal });
/** Gives up what is being written; the answer tells how the company stands then. */
export const cancelMessage = (id: string) => call(messages.cancelMessage, { params: { id } });
export const generateMany = (company_ids: string[], overwrite: boolean) =>
  call(messages.bulkGenerate, { body: { company_ids, overwrite } });
export const cancelGeneration = (id: string) => call(messages.cancelGeneration, { params: { id } });
export const saveMessage = (
  id: string,
  body: Partial<Pick<CompanyPatch, "message" | "subject" | "recipient" | "language">>,
) => call(patchCompany, { params: { id }, body });

/** The generation under way, or the last one shortly after its end. */
export const currentGeneration = () => queryOf(messages.currentGeneration);
