import type { Company } from "../contract/companies";
import type { ErrorCode } from "../contract/errors";
import type { Confirmation, FollowUpStep, SendReason } from "../contract/mail";

/** Companies to write to now. */
export interface SendRequest {
  userId: string;
  companyIds: string[];
  confirm: Confirmation[];
  /** The previewed message versions, by company. */
  versions: Record<string, number>;
  /** The previewed mails, by company: from `computeFingerprint`. */
  fingerprints: Record<string, string>;
  /** Request id for the log. */
  requestId?: string;
}

/** A request and when the mailbox received it, ISO 8601: it may queue behind others. */
export type ReceivedSendRequest = SendRequest & {
  askedAt: string;
  /** Which follow-up is meant, by company; the application where none is named. */
  steps?: Record<string, FollowUpStep>;
  /** Ids for the sent log, by company, where the mails must be found again. */
  mailIds?: Record<string, string>;
};

/** One for every company of a request: sent, with the company as it is now, or failed. */
export type SendResult = { id: string; company: Company } | { id: string; no: SendFailure };

/** A test mail: a company's mail sent to the user's own mailbox. */
export interface TestSendRequest {
  userId: string;
  companyId: string;
  version: number | undefined;
  fingerprint: string | undefined;
  /** Request id for the log. */
  requestId?: string;
}

/** The recipient, or the failure. */
export type TestSendResult = { to: string } | { no: SendFailure };

/** Why a company was not written to. `code` is the exact error where the list of reasons is coarser. */
export interface SendFailure {
  reason: SendReason;
  code?: ErrorCode;
  retryAfterSeconds?: number;
  /** Every other mail would meet it too. */
  stops?: true;
  /** With `courtesy_wait`: from when on the company may be written to. ISO 8601. */
  freeAt?: string;
  /** With `message_changed`: the message is the one that was read, but not what goes with it. */
  hasOtherSender?: true;
}

/** The mail to a company came back: the event of this outcome. */
export interface BounceRequest {
  userId: string;
  companyId: string;
  /** That of a proposal, or of a new event. */
  eventId: string;
  kind: "new" | "proposal";
  /** The mail that came back: another one may have left since. */
  mailId: string;
  /** ISO 8601 UTC. */
  at: string;
}
export type TakenBackBounce = Pick<BounceRequest, "userId" | "companyId" | "eventId">;
