import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useSingleKeys } from "../../lib/use-single-keys";
import { useUrlDialog } from "../../lib/use-url-state";
import { IconButton } from "../button/button";
import { createLazyDialog } from "../dialog/lazy-dialog";
import type { KeyboardHelpDialogProps } from "./keyboard-help-dialog";
import { useCardLayout } from "./use-card-layout";

const KeyboardHelpDialog = createLazyDialog(async () => (await import("./keyboard-help-dialog")).KeyboardHelpDialog);

/** A button that lists the keys of a list of rows, and the key for it. Small screens have the key only. */
export function KeyboardHelp(props: Omit<KeyboardHelpDialogProps, "onClose">) {
  const { t } = useTranslation();
  const cards = useCardLayout();
  const help = useUrlDialog("help");
  const open = () => help.open("keys");
  useSingleKeys({ "?": open });
  return (
    <>
      {!cards && (
        <IconButton icon="keyboard" aria-keyshortcuts="?" label={t(($) => $.companies.keyboard.open)} onClick={open} />
      )}
      {/* Not beside the button, whose place small screens hide. */}
      {help.id === "keys" && createPortal(<KeyboardHelpDialog {...props} onClose={help.close} />, document.body)}
    </>
  );
}
