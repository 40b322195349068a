import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { holdBack } from "../../lib/history";
import { ConfirmDialog } from "./dialog";

/**
 * Asks before unsaved text is left: with our dialog for links and the back button, with the browser's when the tab
 * closes.
 */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const [blockedNavigation, setBlockedNavigation] = useState<{ go: () => void } | null>(null);
  // This screen stays mounted until the next one is ready: ask only once.
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

/** The confirmation itself, also for closing a dialog. */
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
