import * as applications from "../../../../worker/contract/applications";
import {
  type ApplicationWay,
  type Outcome,
  recordApplication,
  undoApplication,
} from "../../../../worker/contract/companies";
import { getCompanyPage } from "../../../../worker/contract/company-page";
import { recordCall, undoCall } from "../../../../worker/contract/follow-ups";
import type { FollowUpStep } from "../../../../worker/contract/mail";
import { callApi } from "../../../lib/api-client";
import { endpointQuery } from "../../../lib/query-client";
import { findLastOutcome } from "../model/outcomes";

export const saveApplication = (id: string, way: ApplicationWay, target: string) =>
  callApi(recordApplication, { params: { id }, body: { way, target } });
export const removeApplication = (id: string, way: ApplicationWay) => callApi(undoApplication, { params: { id, way } });
export const saveOutcome = (id: string, outcome: Outcome) =>
  callApi(applications.setOutcome, { params: { id }, body: { outcome } });
export const undoOutcome = (id: string, event: string) =>
  callApi(applications.takeOutcomeBack, { params: { id, event } });
export const saveNextDate = (id: string, at: string, text: string) =>
  callApi(applications.setNextDate, { params: { id }, body: { at, text } });
export const removeNextDate = (id: string) => callApi(applications.clearNextDate, { params: { id } });

/** Takes back the outcome that counts, which only the company's history names. */
export async function undoLastOutcome(id: string) {
  const { company, outcomes } = await callApi(getCompanyPage, { params: { id } });
  const last = findLastOutcome(outcomes);
  return last ? undoOutcome(id, last.id) : { company };
}

export type GivenAnswer = { text: string } | { eml: string };
export const sendAnswer = (id: string, answer: GivenAnswer, keepExcerpt: boolean) =>
  callApi(applications.readAnswer, { params: { id }, body: { ...answer, keep_excerpt: keepExcerpt } });
export const proposalsQuery = () => endpointQuery(applications.listProposals);
export const confirmProposal = (id: string, event: string, outcome: Outcome) =>
  callApi(applications.confirmProposal, { params: { id, event }, body: { outcome } });
export const dismissProposal = (id: string, event: string) =>
  callApi(applications.dismissProposal, { params: { id, event } });

export const saveCall = (id: string, step: FollowUpStep, number: string) =>
  callApi(recordCall, { params: { id }, body: { step, number } });
export const removeCall = (id: string, step: FollowUpStep) => callApi(undoCall, { params: { id }, body: { step } });
