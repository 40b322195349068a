import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useRootClass } from "../lib/use-root-class";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shown while the browser is offline, wherever the page is scrolled to. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  // Always rendered: a screen reader announces only what changes in an existing region.
  useRootClass("offline", !online);
  return (
    <div role="status" className="offline-status">
      {!online && <p className="offline-banner">{t(($) => $.common.offline)}</p>}
    </div>
  );
}
