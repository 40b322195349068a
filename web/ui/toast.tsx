import { lazy, Suspense, useEffect, useState } from "react";
import type { ToastAction } from "./toast-view";

let want: () => void;
const wanted = new Promise<void>((resolve) => {
  want = resolve;
});
const backOnline = () =>
  new Promise<void>((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
/** Without connection it comes when there is one again, or with the next page where a browser does not ask twice for a module. */
const fetchView = (): Promise<typeof import("./toast-view")> =>
  import("./toast-view").catch(() => backOnline().then(fetchView));

let coming: ReturnType<typeof fetchView> | undefined;
/** What shows them comes with the first press or key: before that there is nothing to tell. */
const view = () => {
  want();
  return (coming ??= fetchView());
};
const drawnView = async () => {
  const fetched = await view();
  await fetched.whenDrawn;
  return fetched;
};
const say = (kind: "success" | "info" | "warning" | "error", text: string) =>
  void drawnView().then(({ show }) => show(kind, text));

/** Short news in the top right corner; what went wrong is also told where it happened. */
export const notify = {
  success: (text: string) => say("success", text),
  /** Said once, however often it is asked for. */
  info: (text: string) => say("info", text),
  warning: (text: string) => say("warning", text),
  error: (text: string) => say("error", text),
  /** News that can be taken back; it stays long enough to be reached. */
  undoable: (text: string, action: ToastAction) =>
    void drawnView().then(({ showUndoable }) => showUndoable(text, action)),
};

const View = lazy(async () => ({ default: (await view()).ToastView }));

const BEFORE = ["pointerdown", "keydown"];

/** The place where toasts appear; rendered once, by the app. It is there before the first of them, so that a screen reader says it. */
export function Toasts() {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    void wanted.then(() => setDrawn(true));
    for (const kind of BEFORE) window.addEventListener(kind, want, { once: true, passive: true });
    return () => {
      for (const kind of BEFORE) window.removeEventListener(kind, want);
    };
  }, []);
  return drawn ? (
    <Suspense fallback={null}>
      <View />
    </Suspense>
  ) : null;
}
