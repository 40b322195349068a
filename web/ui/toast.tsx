import { lazy, Suspense } from "react";
import type { ToastAction } from "./toast-view";

// What shows them comes after the first paint, which needs none.
const view = () => import("./toast-view");
const say = (kind: "success" | "info" | "warning" | "error", text: string) => void view().then(({ show }) => show(kind, text));

/** Short news in the top right corner; what went wrong is also told where it happened. */
export const notify = {
  success: (text: string) => say("success", text),
  /** Said once, however often it is asked for. */
  info: (text: string) => say("info", text),
  warning: (text: string) => say("warning", text),
  error: (text: string) => say("error", text),
  /** News that can be taken back; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) => void view().then(({ showUndoable }) => showUndoable(text, action)),
};

const View = lazy(async () => ({ default: (await view()).ToastView }));

/** The place where toasts appear; rendered once, by the app. */
export const Toasts = () => <Suspense fallback={null}><View /></Suspense>;
