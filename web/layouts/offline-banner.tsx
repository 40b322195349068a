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

/** Says that there is no connection, for as long as there is none. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  // There from the start, so that a screen reader says what comes into it.
  return <div role="status">{!online && <p className="offline-banner">{t(($) => $.common.offline)}</p>}</div>;
}
