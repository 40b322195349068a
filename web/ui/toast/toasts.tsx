import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import "react-toastify/ReactToastify.css";
import { type Id, toast, ToastContainer } from "react-toastify/unstyled";
import { INTERVALS_MS } from "../../../worker/contract/limits";
import { focusMain } from "../../lib/focus-main";
import { Icon } from "../graphics/icon";
import { placeToasts, raiseToasts, TOAST_LAYER } from "./toast-layer";
import "./toast.css";

export { raiseToasts };

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run: () => void;
}

let resolveMounted: () => void;
/** Toasts shown earlier may be lost: in development React mounts the container twice and empties it in between. */
export const toastsMounted = new Promise<void>((resolve) => {
  resolveMounted = resolve;
});

export type ToastKind = "success" | "info" | "warning" | "error";
/** Errors that a lost connection caused. */
const offlineErrors = new Set<Id>();
/** The same text is shown only once at a time, where it tells of no new event. */
const toIdentity = (kind: ToastKind, text: string) => (kind === "info" || kind === "error" ? { toastId: text } : {});
export const showToast = (kind: ToastKind, text: string) => {
  const id = toast[kind](text, toIdentity(kind, text));
  if (kind === "error" && !navigator.onLine) offlineErrors.add(id);
};
const dismissOfflineErrors = () => {
  for (const id of offlineErrors) toast.dismiss(id);
  offlineErrors.clear();
};
/** Those that offer to undo something. */
const undoable = new Set<Id>();
export const showUndoableToast = (text: string, action: ToastAction) =>
  undoable.add(showActionToast("success", text, action));
export const showActionToast = (kind: ToastKind, text: string, action: ToastAction): Id =>
  toast[kind](({ closeToast }) => <ActionToast text={text} action={action} onDone={() => closeToast()} />, {
    autoClose: INTERVALS_MS.toastWithButton,
    ...toIdentity(kind, text),
  });
export const dismissUndoableToasts = () => {
  for (const id of undoable) toast.dismiss(id);
  undoable.clear();
};

function ActionToast({ text, action, onDone }: { text: string; action: ToastAction; onDone: () => void }) {
  const press = () => {
    onDone();
    // The pressed button is gone.
    focusMain();
    action.run();
  };
  return (
    <span className="toast-action">
      <span>{text}</span>
      <button type="button" className="button plain small" onClick={press}>
        {action.label}
      </button>
    </span>
  );
}

const icons = { success: "mark", info: "info", warning: "warning", error: "warning", default: "info" } as const;

/** The toast container and its library. */
export function ToastView() {
  const { t } = useTranslation();
  useEffect(
    () =>
      toast.onChange(({ status }) => {
        if (status === "added") raiseToasts();
      }),
    [],
  );
  useEffect(() => {
    window.addEventListener("online", dismissOfflineErrors);
    return () => window.removeEventListener("online", dismissOfflineErrors);
  }, []);
  useEffect(() => {
    // The next step of a wizard has its buttons elsewhere.
    const observer = new ResizeObserver(() => {
      if (document.querySelector(".Toastify__toast")) placeToasts();
    });
    observer.observe(document.body);
    // One that is gone needs no room.
    const removed = new MutationObserver(placeToasts);
    const layer = document.getElementById(TOAST_LAYER);
    if (layer) removed.observe(layer, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      removed.disconnect();
    };
  }, []);
  useEffect(() => resolveMounted(), []);
  return (
    // The library pauses for the pointer and hidden windows, not for the keyboard.
    <div popover="manual" id={TOAST_LAYER} onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer
        position="bottom-left"
        autoClose={INTERVALS_MS.toast}
        pauseOnHover
        pauseOnFocusLoss
        hideProgressBar
        newestOnTop
        draggable={false}
        aria-label={t(($) => $.common.toasts)}
        icon={({ type }) => <Icon name={icons[type]} />}
        closeButton={({ closeToast }) => (
          <button
            type="button"
            className="icon-button small"
            aria-label={t(($) => $.common.dismiss)}
            onClick={() => closeToast()}
          >
            <Icon name="cross" />
          </button>
        )}
      />
    </div>
  );
}
