import { patchCompany } from "../../../../worker/contract/companies";
import * as page from "../../../../worker/contract/company-page";
import { callApi } from "../../../lib/api-client";
import { endpointQuery } from "../../../lib/query-client";

export const companyPageQuery = (id: string) => endpointQuery(page.getCompanyPage, { params: { id } });
/** @param version the one that was edited */
export const saveCompanyNote = (id: string, text: string, version: number) =>
  callApi(page.saveCompanyNote, { params: { id }, body: { text, version } });
export const saveCompanyDetails = (id: string, details: { name: string; city: string }) =>
  callApi(patchCompany, { params: { id }, body: details });
export const addCompanyTag = (id: string, tag: string) =>
  callApi(page.addCompanyTag, { params: { id }, body: { tag } });
export const removeCompanyTag = (id: string, tag: string) =>
  callApi(page.removeCompanyTag, { params: { id }, body: { tag } });
export const tagsQuery = () => endpointQuery(page.listTags);
