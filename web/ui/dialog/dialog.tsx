import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../button/button";
import "./dialog.css";
import { raiseToasts } from "../toast/notify";
import { useFocusableScroller } from "./use-focusable-scroller";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Neither Escape nor the close button closes a locked dialog. */
  locked?: boolean;
  wide?: boolean;
  /** Of one height, whatever it holds. */
  tall?: boolean;
  /** `airmail` adds the striped edge, for mails about to be sent. */
  edge?: "plain" | "airmail";
  /** Keys pressed anywhere in the dialog, but for Escape. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * Where the focus goes when a dialog closes: to its opener, to what stands in its row now, or to the page when that is
 * gone too, as after a selection was sent.
 */
function findReturn(opener: Element | null, place: Element | null | undefined): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected) return opener;
  const heir = place?.isConnected ? place.querySelector<HTMLElement>("button, a[href]") : null;
  return heir ?? document.getElementById("main");
}

/**
 * A native modal dialog, open while it is rendered. The browser traps focus inside; it begins at the title, or where
 * `data-first-focus` is.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  locked = false,
  wide = false,
  tall = false,
  edge = "plain",
  onKeyDown,
}: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const body = useFocusableScroller();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    const place = opener?.closest("td, li");
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    raiseToasts();
    return () => {
      element?.close();
      const back = findReturn(opener, place);
      back?.focus({ preventScroll: back !== opener });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={`dialog ${edge} ${wide ? "wide" : ""} ${tall ? "tall" : ""}`}
      aria-labelledby={titleId}
      // Chromium closes on a second Escape even when cancel is prevented, so the key itself is stopped.
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          if (!locked) onClose();
        } else onKeyDown?.(event);
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {!locked && <IconButton icon="cross" label={t(($) => $.common.close)} onClick={onClose} />}
      </header>
      <div ref={body} className="dialog-body">
        {children}
      </div>
      {footer !== undefined && (
        // After a press the pointer rests here, where the wheel would scroll nothing.
        <footer
          className="dialog-foot"
          onWheel={({ currentTarget, deltaY }) => currentTarget.previousElementSibling?.scrollBy(0, deltaY)}
        >
          {footer}
        </footer>
      )}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Label of the cancel button where "Cancel" would be ambiguous. */
  refuse?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** A safer way to the same end. */
  better?: { label: string; onPress: () => void } | undefined;
  busy?: boolean;
  danger?: boolean;
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  refuse,
  onConfirm,
  onClose,
  better,
  busy = false,
  danger = true,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {refuse ?? t(($) => $.common.cancel)}
      </Button>
      <Button look={danger ? "danger" : "primary"} busy={busy && !better} disabled={busy} onClick={onConfirm}>
        {confirm}
      </Button>
      {better && (
        <Button look="primary" busy={busy} onClick={better.onPress}>
          {better.label}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} locked={busy} footer={footer}>
      <div className="prose stack">{text}</div>
    </Dialog>
  );
}
