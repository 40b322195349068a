import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { holdBack } from "../../lib/history";
import { ConfirmDialog } from "./dialog";

/** Asks before what was typed is left behind: by a link or the back button in words of ours, by closing the tab in those of the browser. */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const [blockedNavigation, setBlockedNavigation] = useState<{ go: () => void } | null>(null);
  // Until the next screen is there this one still stands: it asks once.
  const left = useRef(false);
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    const unblock = holdBack((go) => (left.current ? go() : setBlockedNavigation({ go })));
    return () => {
      window.removeEventListener("beforeunload", warn);
      unblock();
      setBlockedNavigation(null);
    };
  }, [when]);
  if (!blockedNavigation) return null;
  const leave = () => {
    onLeave();
    left.current = true;
    setBlockedNavigation(null);
    blockedNavigation.go();
  };
  return <LeaveDialog onLeave={leave} onStay={() => setBlockedNavigation(null)} />;
}

/** The question itself, also for what is closed without leaving the page. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(($) => $.common.unsaved.title)}
      text={<p>{t(($) => $.common.unsaved.text)}</p>}
      confirm={t(($) => $.common.unsaved.leave)}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
