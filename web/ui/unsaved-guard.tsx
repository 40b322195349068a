import { useEffect } from "react";
import { useTranslation } from "../i18n/use-translation";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./dialog";

/** Asks before what was typed is left behind: by a link or the back button in words of ours, by closing the tab in those of the browser. */
export function UnsavedGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [when]);
  if (blocker.state !== "blocked") return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return <LeaveDialog onLeave={leave} onStay={() => blocker.reset()} />;
}

/** The question itself, also for what is closed without leaving the page. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return <ConfirmDialog title={t(($) => $.common.unsaved.title)} text={<p>{t(($) => $.common.unsaved.text)}</p>} confirm={t(($) => $.common.unsaved.leave)} onConfirm={onLeave} onClose={onStay} />;
}
