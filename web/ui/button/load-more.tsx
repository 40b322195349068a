import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";

/** Loads the next page when scrolled near; the button serves those who do not scroll. */
export function LoadMore({ onMore, busy }: { onMore: () => void; busy: boolean }) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);

  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (busy || !mark.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: "400px" },
    );
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [busy]);

  return (
    <div ref={mark} className="row">
      <Button busy={busy} look="quiet" onClick={onMore}>
        {t(($) => $.common.more)}
      </Button>
    </div>
  );
}
