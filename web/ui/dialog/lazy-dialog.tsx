import { type ComponentType, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../toast/toast";

/**
 * A dialog whose code is fetched when it is first opened. Without connection it says so and closes; the next press tries again.
 * @param fetch brings the component
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
        Fetched = await fetch();
        redraw(true);
      };
      open().catch(() => {
        notify.error(opened.current.offline);
        opened.current.close();
      });
    }, []);
    return Fetched ? <Fetched {...props} /> : null;
  };
}
