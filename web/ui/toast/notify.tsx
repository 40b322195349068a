import { lazy, Suspense, useEffect, useState } from "react";
import type { ToastAction } from "./toasts";

let requestToasts: () => void;
const toastsRequested = new Promise<void>((resolve) => {
  requestToasts = resolve;
});
const waitUntilOnline = () =>
  new Promise<void>((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
/**
 * Without a connection, retry when it is back, or with the next page where a browser does not fetch a failed module
 * twice.
 */
const loadToastView = (): Promise<typeof import("./toasts")> =>
  import("./toasts").catch(() => waitUntilOnline().then(loadToastView));

let loadingView: ReturnType<typeof loadToastView> | undefined;
/** Loaded with the first press or key: before that there is nothing to show. */
const getToastView = () => {
  requestToasts();
  return (loadingView ??= loadToastView());
};
const getMountedToastView = async () => {
  const fetched = await getToastView();
  await fetched.toastsMounted;
  return fetched;
};
const queueToast = (kind: "success" | "info" | "warning" | "error", text: string) =>
  void getMountedToastView().then(({ showToast }) => showToast(kind, text));

/** Short messages in one corner of the window; errors are also shown where they occurred. */
export const notify = {
  success: (text: string) => queueToast("success", text),
  /** The same text is shown only once at a time. */
  info: (text: string) => queueToast("info", text),
  warning: (text: string) => queueToast("warning", text),
  error: (text: string) => queueToast("error", text),
  /** A message with an undo button; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) =>
    void getMountedToastView().then(({ showUndoableToast }) => showUndoableToast(text, action)),
  /** Takes away offers to undo what no longer is. */
  dropUndo: () => void loadingView?.then(({ dismissUndoableToasts }) => dismissUndoableToasts()),
};

const LazyToastView = lazy(async () => ({ default: (await getToastView()).ToastView }));

const FIRST_INPUT_EVENTS = ["pointerdown", "keydown"];

/**
 * The container of toasts, rendered once by the app. Loaded before the first toast, so that screen readers announce
 * it.
 */
export function Toasts() {
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    void toastsRequested.then(() => setRequested(true));
    for (const kind of FIRST_INPUT_EVENTS) window.addEventListener(kind, requestToasts, { once: true, passive: true });
    return () => {
      for (const kind of FIRST_INPUT_EVENTS) window.removeEventListener(kind, requestToasts);
    };
  }, []);
  return requested ? (
    <Suspense fallback={null}>
      <LazyToastView />
    </Suspense>
  ) : null;
}
