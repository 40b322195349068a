import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  // Always rendered: a screen reader announces only what changes in an existing region.
  return <div role="status">{!online && <p className="offline-banner">{t(($) => $.common.offline)}</p>}</div>;
}
