import { type MouseEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isScrolledToEnd } from "../../../lib/use-end-in-view";
import { useSettledPress } from "../../../lib/use-settled-press";
import { notify } from "../../../ui/toast/notify";

/** Of a page: the last lines stay in view. */
const SCROLLED_SHARE = 0.8;

interface Approvable {
  /** The mail on the screen: a company and the version of its text; null for none yet. */
  shown: string | null;
  isRead: boolean;
  /** Why it cannot be sent now, besides not being read. */
  block: string | undefined;
  busy: boolean;
  onApprove: () => void;
}

/** Approves a mail that was read to its end, by a press that was meant for that. Until then, the press reads on. */
export function useApproval({ shown, isRead, block, busy, onApprove }: Approvable) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { button, accepts } = useSettledPress(isRead ? shown : null);
  const findBody = () => place.current?.closest("dialog")?.querySelector(".dialog-body");
  // Nothing else is in the way: the button leads to the letter's end.
  const mustRead = !isRead && block === undefined;
  const press = (click?: MouseEvent) => {
    if (busy) return;
    if (block !== undefined) return notify.info(block);
    if (isRead) {
      if (accepts(click)) onApprove();
      return;
    }
    const body = findBody();
    if (!body || isScrolledToEnd(body)) return notify.info(t(($) => $.mail.review.readFirst));
    body.scrollBy(0, body.clientHeight * SCROLLED_SHARE);
  };
  return { place, findBody, mustRead, button, block, busy, press };
}
export type Approval = ReturnType<typeof useApproval>;
