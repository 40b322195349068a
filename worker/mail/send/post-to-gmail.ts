import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { type MimeMessage, ExternalServiceError } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";
import { type GmailAccess, type GmailPorts, getAccessToken } from "../gmail-link/access-token";
import { replaceTokens } from "../gmail-link/store-mailboxes";
import type { Ledger } from "./mail-ledger";
import { type NextAttempt, decideNextAttempt } from "./rules-send";
import { renewMailClaim } from "./store-mail-claims";

export interface SendPorts extends GmailPorts, Pick<Deps, "mailer" | "files"> {
  ledger: Ledger;
  wait(milliseconds: number): Promise<void>;
  /** True once the user's data is being erased: no further mail goes out. */
  stopped(): boolean;
}

/** How the posting of one claimed mail ended, and the access the next one goes on with. */
export interface PostOutcome {
  status: "sent" | "failed" | "unknown";
  /** Null when it was sent. */
  no: SendFailure | null;
  stop: boolean;
  response: string | null;
  gmailId: string | null;
  gmailThreadId: string | null;
  access: GmailAccess;
}

interface ClaimedMail {
  id: string;
  userId: string;
  mime: MimeMessage;
  recipient: string;
}

const NO_GMAIL_IDS = { gmailId: null, gmailThreadId: null };

/** Gives a claimed mail to Gmail. Posts again only after an answer that says that it was not taken. */
export async function postToGmail(mail: ClaimedMail, opened: GmailAccess, ports: SendPorts): Promise<PostOutcome> {
  let access = opened;
  let refreshed = false;
  for (let tries = 1; ; tries += 1) {
    try {
      const { id, threadId, response } = await ports.mailer.send({
        accessToken: access.token,
        mime: mail.mime,
        recipient: mail.recipient,
      });
      return { status: "sent", no: null, stop: false, response, gmailId: id, gmailThreadId: threadId, access };
    } catch (error) {
      // Anything else is a fault of ours: the row stays `sending`, and the sweep calls it unknown.
      if (!(error instanceof ExternalServiceError)) throw error;
      const response = error.details.response ?? error.message;
      const next = decideNextAttempt(error, tries, refreshed);
      if (next.do === "settle") {
        // Nobody but the operator can mend this one.
        if (next.no.reason === "gmail_api_off") logError("gmail_api_off", error);
        return await finishPost(next, response, access, ports);
      }
      if (next.do === "wait") await ports.wait(next.seconds * 1000);
      else {
        refreshed = true;
        const renewed = await getAccessToken(access.mailbox, ports, true);
        if ("reason" in renewed)
          return { status: "failed", no: renewed, stop: true, ...NO_GMAIL_IDS, response, access };
        access = renewed;
      }
      // Held up for so long that the sweep took it for dead: the user may have decided on another one since.
      const ours = await renewMailClaim(ports.db, mail.userId, mail.id, ports.now().toISOString());
      if (!ours)
        return { status: "failed", no: { reason: "provider_error" }, stop: true, ...NO_GMAIL_IDS, response, access };
    }
  }
}

async function finishPost(
  next: Extract<NextAttempt, { do: "settle" }>,
  response: string,
  access: GmailAccess,
  ports: SendPorts,
): Promise<PostOutcome> {
  if (next.unlink) await replaceTokens(ports.db, access.mailbox, null);
  return { status: next.status, no: next.no, stop: next.stop, ...NO_GMAIL_IDS, response, access };
}
