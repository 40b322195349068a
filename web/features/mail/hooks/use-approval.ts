import { type MouseEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { isScrolledToEnd } from "../../../lib/use-end-in-view";
import { useSettledPress } from "../../../lib/use-settled-press";
import { notify } from "../../../ui/toast/notify";
import type { PreviewedMailState } from "./use-previewed-mail";

/** The last lines of a view stay in it. CSS pixels. */
const KEPT_PX = 56;

interface Approvable {
  company: Company;
  sending: PreviewedMailState;
  /** False where there is nothing to approve. */
  offered?: boolean;
  /** Another text is being written. */
  writing: boolean;
  /** Whether somebody changed this text and has not saved it. */
  hasUnsaved: (company: Company) => boolean;
  /** Called in place of sending a text with unsaved changes. */
  onEdit: (company: Company) => void;
  /** Called once the end of the message has been in view. */
  onRead: (company: Company) => void;
  /** Called once the mail is in the outbox. */
  onQueued: () => void;
}

/** Approves a mail that was read to its end, by a press that was meant for that. Until then, the press reads on. */
export function useApproval({
  company,
  sending: { preview, changed, reason, sending: busy, press: send },
  offered = true,
  writing,
  hasUnsaved,
  onEdit,
  onRead,
  onQueued,
}: Approvable) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  // A text that was changed elsewhere meanwhile is another one.
  const shown = offered && preview ? `${company.id} ${preview.subject} ${preview.text}` : null;
  // Before the server has noted it.
  const [readHere, setReadHere] = useState<ReadonlySet<string>>(new Set());
  const isRead = (company.message_read && !changed) || (shown !== null && readHere.has(shown));
  const block = writing ? t(($) => $.errors.generating) : reason;
  const { button, accepts } = useSettledPress(isRead ? shown : null);
  const findBody = () => place.current?.closest("dialog")?.querySelector(".dialog-body");
  // Nothing else is in the way: the button leads to the letter's end.
  const mustRead = !isRead && block === undefined;
  const press = (click?: MouseEvent) => {
    if (busy || !offered) return;
    if (block !== undefined) return notify.info(block);
    if (isRead) {
      if (!accepts(click)) return;
      if (hasUnsaved(company)) onEdit(company);
      else send(onQueued);
      return;
    }
    const body = findBody();
    if (!body || isScrolledToEnd(body)) return notify.info(t(($) => $.mail.review.readFirst));
    body.scrollBy(0, Math.max(KEPT_PX, body.clientHeight - KEPT_PX));
  };
  const noteRead = () => {
    if (shown !== null) setReadHere((before) => new Set([...before, shown]));
    onRead(company);
  };
  return { place, findBody, mustRead, button, block, busy, press, noteRead };
}
export type Approval = ReturnType<typeof useApproval>;
