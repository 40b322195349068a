import type { Deps } from "../deps";
import { logFault } from "../log";
import { type MimeMessage, OutsideError } from "../ports";
import { type Access, type AccessPorts, openAccess } from "./access";
import type { Ledger } from "./ledger";
import { type Next, nextAfter, type No } from "./rules";
import { replaceTokens } from "./store";
import { touchMail } from "./store-mails";

export interface DeliveryPorts extends AccessPorts, Pick<Deps, "mailer" | "files"> {
  ledger: Ledger;
  wait(milliseconds: number): Promise<void>;
  /** True once the user's data is being erased: no further mail goes out. */
  stopped(): boolean;
}

/** How the posting of one claimed mail ended, and the access the next one goes on with. */
export interface Posted {
  status: "sent" | "failed" | "unknown";
  /** Null when it was sent. */
  no: No | null;
  stop: boolean;
  response: string | null;
  gmailId: string | null;
  gmailThreadId: string | null;
  access: Access;
}

interface ClaimedMail {
  id: string;
  userId: string;
  mime: MimeMessage;
  recipient: string;
}

const NO_IDS = { gmailId: null, gmailThreadId: null };

/** Gives a claimed mail to Gmail. Posts again only after an answer that says that it was not taken. */
export async function post(mail: ClaimedMail, opened: Access, ports: DeliveryPorts): Promise<Posted> {
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
      if (!(error instanceof OutsideError)) throw error;
      const response = error.details.response ?? error.message;
      const next = nextAfter(error, tries, refreshed);
      if (next.do === "settle") {
        // Nobody but the operator can mend this one.
        if (next.no.reason === "gmail_api_off") logFault("gmail_api_off", error);
        return await ended(next, response, access, ports);
      }
      if (next.do === "wait") await ports.wait(next.seconds * 1000);
      else {
        refreshed = true;
        const renewed = await openAccess(access.mailbox, ports, true);
        if ("reason" in renewed) return { status: "failed", no: renewed, stop: true, ...NO_IDS, response, access };
        access = renewed;
      }
      // Held up for so long that the sweep took it for dead: the user may have decided on another one since.
      const ours = await touchMail(ports.db, mail.userId, mail.id, ports.now().toISOString());
      if (!ours) return { status: "failed", no: { reason: "provider_error" }, stop: true, ...NO_IDS, response, access };
    }
  }
}

async function ended(
  next: Extract<Next, { do: "settle" }>,
  response: string,
  access: Access,
  ports: DeliveryPorts,
): Promise<Posted> {
  if (next.unlink) await replaceTokens(ports.db, access.mailbox, null);
  return { status: next.status, no: next.no, stop: next.stop, ...NO_IDS, response, access };
}
