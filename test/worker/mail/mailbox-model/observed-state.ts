/** The answer of a call: a code, `ok`, or the result of each company of a batch. */
export type CallAnswer = string | { sent: number[]; failed: Record<number, string> };

/** The state of model and product, in one shape. */
export interface MailboxState {
  companies: string[];
  mails: string[];
  mailbox: "none" | "linked" | "dead";
  /** Recipients of the mails that Gmail accepted, in order. */
  accepted: string[];
}
