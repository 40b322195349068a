import { lazy, Suspense, useEffect, useState } from "react";
import { fetchCodeOnceOnline } from "../../lib/fetch-code";
import type { ToastAction, ToastKind } from "./toasts";

let requestToasts: () => void;
const toastsRequested = new Promise<void>((resolve) => {
  requestToasts = resolve;
});
let loadingView: Promise<typeof import("./toasts")> | undefined;
/** Loaded with the first press or key, or when the page has come to rest: a lost connection must be told, too. */
const getToastView = () => {
  requestToasts();
  return (loadingView ??= fetchCodeOnceOnline(() => import("./toasts")));
};
const getMountedToastView = async () => {
  const fetched = await getToastView();
  await fetched.toastsMounted;
  return fetched;
};
async function queueToast(kind: ToastKind, text: string): Promise<void> {
  const wasOffline = !navigator.onLine;
  const { showToast } = await getMountedToastView();
  // What failed for want of a connection is no news once there is one again.
  if (kind === "error" && wasOffline && navigator.onLine) return;
  showToast(kind, text);
}

/** Short messages in one corner of the window; errors are also shown where they occurred. */
export const notify = {
  success: (text: string) => void queueToast("success", text),
  /** The same text is shown only once at a time. */
  info: (text: string) => void queueToast("info", text),
  warning: (text: string) => void queueToast("warning", text),
  /** The same text is shown only once at a time. */
  error: (text: string) => void queueToast("error", text),
  /** A message with an undo button; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) =>
    void getMountedToastView().then(({ showUndoableToast }) => showUndoableToast(text, action)),
  /** An error with a button that leads to what mends it. The same text is shown only once at a time. */
  remediable: (text: string, action: ToastAction) =>
    void getMountedToastView().then(({ showActionToast }) => showActionToast("error", text, action)),
  /** Takes away offers to undo what no longer is. */
  dropUndo: () => void loadingView?.then(({ dismissUndoableToasts }) => dismissUndoableToasts()),
};

/** Brings what is shown above a dialog that was just opened. */
export const raiseToasts = () => void loadingView?.then((view) => view.raiseToasts());

const LazyToastView = lazy(async () => ({ default: (await getToastView()).ToastView }));

const FIRST_INPUT_EVENTS = ["pointerdown", "keydown"];
/** After the first screen has been drawn and filled. */
const REST_MS = 3_000;

/**
 * The container of toasts, rendered once by the app. Loaded before the first toast, so that screen readers announce
 * it.
 */
export function Toasts() {
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    void toastsRequested.then(() => setRequested(true));
    for (const kind of FIRST_INPUT_EVENTS) window.addEventListener(kind, requestToasts, { once: true, passive: true });
    const rest = window.setTimeout(requestToasts, REST_MS);
    return () => {
      window.clearTimeout(rest);
      for (const kind of FIRST_INPUT_EVENTS) window.removeEventListener(kind, requestToasts);
    };
  }, []);
  return requested ? (
    <Suspense fallback={null}>
      <LazyToastView />
    </Suspense>
  ) : null;
}
