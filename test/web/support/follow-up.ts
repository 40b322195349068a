import type { FollowUp } from "../../../worker/contract/follow-ups";

/** The first follow-up of an application, with or without its text. */
export const makeFollowUp = (id: string, message = ""): FollowUp => ({
  company_id: id,
  company_name: id,
  website: "",
  city: "",
  phones: [],
  step: 1,
  block: null,
  applied_at: "2026-11-01T10:00:00.000Z",
  last_contact_at: "2026-11-01T10:00:00.000Z",
  due_at: "2026-11-08T10:00:00.000Z",
  recipient: "jobs@firm.example",
  outcome_unknown: false,
  message,
  version: message === "" ? 0 : 1,
  author: message === "" ? null : "user",
  language: "fr",
});
