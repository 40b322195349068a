/** The answer of a call: a code, `ok`, or what became of each company of a batch. */
export type CallAnswer = string | { sent: number[]; failed: Record<number, string> };

/** How things stand, in a shape that the real thing can be brought into too. */
export interface MailboxState {
  companies: string[];
  mails: string[];
  mailbox: "none" | "linked" | "dead";
  /** The addresses Gmail took a mail for, in order. */
  accepted: string[];
}
