import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "../../lib/router";
import { ConfirmDialog, type ConfirmDialogProps } from "./dialog";

/** Asks before unsaved text is left: by a link or Back in a dialog of the app, by closing the tab in the browser's. */
export function UnsavedChangesGuard({
  when,
  onLeave,
  onSave,
}: {
  when: boolean;
  onLeave: () => void;
  /** Saves before leaving; a failure stays, and is told there. */
  onSave?: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const blocked = useBlocker(when);
  const [isSaving, setSaving] = useState(false);
  if (!blocked) return null;
  const save = async () => {
    setSaving(true);
    try {
      await onSave?.();
      blocked.proceed();
    } catch {
      blocked.cancel();
    }
    setSaving(false);
  };
  const leave = () => {
    onLeave();
    blocked.proceed();
  };
  return (
    <LeaveDialog
      onLeave={leave}
      onStay={blocked.cancel}
      busy={isSaving}
      better={onSave && { label: t(($) => $.common.unsaved.save), onPress: () => void save() }}
    />
  );
}

/** The confirmation itself, also for closing a dialog. */
export function LeaveDialog({
  onLeave,
  onStay,
  ...rest
}: { onLeave: () => void; onStay: () => void } & Pick<ConfirmDialogProps, "better" | "busy">) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(($) => $.common.unsaved.title)}
      text={<p>{t(($) => $.common.unsaved.text)}</p>}
      confirm={t(($) => $.common.unsaved.leave)}
      refuse={t(($) => $.common.unsaved.stay)}
      onConfirm={onLeave}
      onClose={onStay}
      {...rest}
    />
  );
}
