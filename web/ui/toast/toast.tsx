import { lazy, Suspense, useEffect, useState } from "react";
import type { ToastAction } from "./toast-view";

let requestToasts: () => void;
const toastsRequested = new Promise<void>((resolve) => {
  requestToasts = resolve;
});
const waitUntilOnline = () =>
  new Promise<void>((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
/** Without connection it comes when there is one again, or with the next page where a browser does not ask twice for a module. */
const loadToastView = (): Promise<typeof import("./toast-view")> =>
  import("./toast-view").catch(() => waitUntilOnline().then(loadToastView));

let loadingView: ReturnType<typeof loadToastView> | undefined;
/** What shows them comes with the first press or key: before that there is nothing to tell. */
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

/** Short news in the top right corner; what went wrong is also told where it happened. */
export const notify = {
  success: (text: string) => queueToast("success", text),
  /** Said once, however often it is asked for. */
  info: (text: string) => queueToast("info", text),
  warning: (text: string) => queueToast("warning", text),
  error: (text: string) => queueToast("error", text),
  /** News that can be taken back; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) =>
    void getMountedToastView().then(({ showUndoableToast }) => showUndoableToast(text, action)),
};

const LazyToastView = lazy(async () => ({ default: (await getToastView()).ToastView }));

const FIRST_INPUT_EVENTS = ["pointerdown", "keydown"];

/** The place where toasts appear; rendered once, by the app. It is there before the first of them, so that a screen reader says it. */
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
