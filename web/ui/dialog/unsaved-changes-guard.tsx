import { useTranslation } from "react-i18next";
import { useBlocker } from "../../lib/router";
import { ConfirmDialog } from "./dialog";

/** Asks before unsaved text is left: by a link or Back in a dialog of the app, by closing the tab in the browser's. */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const blocked = useBlocker(when);
  if (!blocked) return null;
  const leave = () => {
    onLeave();
    blocked.proceed();
  };
  return <LeaveDialog onLeave={leave} onStay={blocked.cancel} />;
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
