import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { holdBack } from "../../lib/history";
import { ConfirmDialog } from "./dialog";

/** Asks before what was typed is left behind: by a link or the back button in words of ours, by closing the tab in those of the browser. */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const [held, setHeld] = useState<{ go: () => void } | null>(null);
  // Until the next screen is there this one still stands: it asks once.
  const left = useRef(false);
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    const letGo = holdBack((go) => (left.current ? go() : setHeld({ go })));
    return () => {
      window.removeEventListener("beforeunload", ask);
      letGo();
      setHeld(null);
    };
  }, [when]);
  if (!held) return null;
  const leave = () => {
    onLeave();
    left.current = true;
    setHeld(null);
    held.go();
  };
  return <LeaveDialog onLeave={leave} onStay={() => setHeld(null)} />;
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
