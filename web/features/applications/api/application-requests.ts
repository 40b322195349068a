import { clearNextDate, setNextDate, setOutcome, takeOutcomeBack } from "../../../../worker/contract/applications";
import {
  type ApplicationWay,
  type Outcome,
  recordApplication,
  undoApplication,
} from "../../../../worker/contract/companies";
import { recordCall, undoCall } from "../../../../worker/contract/follow-ups";
import type { FollowUpStep } from "../../../../worker/contract/mail";
import { callApi } from "../../../lib/api-client";

export const saveApplication = (id: string, way: ApplicationWay, target: string) =>
  callApi(recordApplication, { params: { id }, body: { way, target } });
export const removeApplication = (id: string, way: ApplicationWay) => callApi(undoApplication, { params: { id, way } });
export const saveOutcome = (id: string, outcome: Outcome) => callApi(setOutcome, { params: { id }, body: { outcome } });
export const undoOutcome = (id: string, event: string) => callApi(takeOutcomeBack, { params: { id, event } });
export const saveNextDate = (id: string, at: string, text: string) =>
  callApi(setNextDate, { params: { id }, body: { at, text } });
export const removeNextDate = (id: string) => callApi(clearNextDate, { params: { id } });
export const saveCall = (id: string, step: FollowUpStep, number: string) =>
  callApi(recordCall, { params: { id }, body: { step, number } });
export const removeCall = (id: string, step: FollowUpStep) => callApi(undoCall, { params: { id }, body: { step } });
