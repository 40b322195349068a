import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast, ToastContainer } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import { RHYTHM } from "../../worker/contract/limits";
import { Icon } from "./icon";
import "./toast.css";

/** Something to press in a toast. */
interface ToastAction {
  label: string;
  run: () => void;
}

/** Short news in the top right corner; what went wrong is also told where it happened. */
export const notify = {
  success: (text: string) => void toast.success(text),
  /** Said once, however often it is asked for. */
  info: (text: string) => void toast.info(text, { toastId: text }),
  warning: (text: string) => void toast.warning(text),
  error: (text: string) => void toast.error(text),
  /** News that can be taken back; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) => void toast.success(
    ({ closeToast }) => <Undoable text={text} action={action} onDone={() => closeToast()} />, { autoClose: RHYTHM.toastToPress },
  ),
};

function Undoable({ text, action, onDone }: { text: string; action: ToastAction; onDone: () => void }) {
  const press = () => {
    onDone();
    // The button that was pressed is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
    action.run();
  };
  return <span className="toast-action"><span>{text}</span><button type="button" className="button plain small" onClick={press}>{action.label}</button></span>;
}

const icons = { success: "mark", info: "info", warning: "warning", error: "warning", default: "info" } as const;

const LAYER = "toast-layer";

/** A modal dialog lies above everything else; what is shown as a popover after it lies above the dialog. */
export function raiseToasts(): void {
  const layer = document.getElementById(LAYER);
  layer?.hidePopover();
  layer?.showPopover();
}

/** The place where toasts appear; rendered once, by the app. */
export function Toasts() {
  const { t } = useTranslation();
  useEffect(() => toast.onChange(({ status }) => { if (status === "added") raiseToasts(); }), []);
  return (
    // The library waits for the pointer and for an absent window, not for the keyboard.
    <div popover="manual" id={LAYER} onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer
        position="top-right" autoClose={RHYTHM.toast} pauseOnHover pauseOnFocusLoss hideProgressBar newestOnTop draggable={false}
        aria-label={t(($) => $.common.toasts)}
        icon={({ type }) => <Icon name={icons[type]} />}
        closeButton={({ closeToast }) => (
          <button type="button" className="icon-button small" aria-label={t(($) => $.common.dismiss)} onClick={() => closeToast()}><Icon name="cross" /></button>
        )}
      />
    </div>
  );
}
