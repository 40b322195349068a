import type { Company } from "../contract/companies";
import type { ErrorCode } from "../contract/errors";
import type { Confirmation, SendReason } from "../contract/mail";

/** Companies a user wants to write to now. */
export interface SendRequest {
  userId: string;
  companyIds: string[];
  confirm: Confirmation[];
  /** The message versions the user looked at, by company. */
  versions: Record<string, number>;
  /** The mails the user looked at, by company: as `computeFingerprint` has them. */
  fingerprints: Record<string, string>;
  /** Of the call that asked, for the log. */
  requestId?: string;
}

/** An order and the moment the mailbox got it, ISO 8601: it may have to wait for others before its turn comes. */
export type ReceivedSendRequest = SendRequest & { askedAt: string };

/** Every company of an order gets one: sent, with the company as it is now, or not. */
export type SendResult = { id: string; company: Company } | { id: string; no: SendFailure };

/** A mail to a company which the user wants to see in their own mailbox first. */
export interface TestSendRequest {
  userId: string;
  companyId: string;
  version: number | undefined;
  fingerprint: string | undefined;
  /** Of the call that asked, for the log. */
  requestId?: string;
}

/** The address it went to, or why it did not. */
export type TestSendResult = { to: string } | { no: SendFailure };

/** Why a company was not written to. `code` is the exact refusal where the list of reasons is coarser. */
export interface SendFailure {
  reason: SendReason;
  code?: ErrorCode;
  retryAfterSeconds?: number;
}
