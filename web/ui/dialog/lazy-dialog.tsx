import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchCode } from "../../lib/fetch-code";
import { notify } from "../toast/notify";

/**
 * A dialog whose code is fetched when first opened. Without a connection it reports that and closes; opening it again
 * retries.
 * @param fetch loads the component
 */
export function createLazyDialog<Props extends { onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Fetched: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const { t } = useTranslation();
    const [, redraw] = useState(false);
    const opened = useRef({ close: props.onClose, offline: "" });
    useEffect(() => {
      opened.current = { close: props.onClose, offline: t(($) => $.errors.offline) };
    });
    useEffect(() => {
      if (Fetched) return;
      const open = async () => {
        Fetched = await fetchCode(fetch);
        redraw(true);
      };
      open().catch(() => {
        notify.error(opened.current.offline);
        opened.current.close();
      });
    }, []);
    if (!Fetched) return null;
    // Styles that it fetches must not take the screen behind it away.
    return (
      <Suspense fallback={null}>
        <Fetched {...props} />
      </Suspense>
    );
  };
}
