import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../i18n/use-error-text";
import { RetryBanner } from "../status/retry-banner";
import { Button } from "./button";

/** Whether the keyboard is at the element or past it: what is added above would push its place off the screen. */
function isKeyboardPast(element: Element): boolean {
  const focused = document.querySelector(":focus-visible");
  return (
    focused !== null &&
    (element.contains(focused) || (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  );
}

type PagedList = Pick<
  UseInfiniteQueryResult,
  | "isPending"
  | "isFetching"
  | "hasNextPage"
  | "isFetchingNextPage"
  | "isFetchNextPageError"
  | "isLoadingError"
  | "error"
  | "fetchNextPage"
  | "refetch"
>;

/** The end of a list that comes in pages: nothing once all are there. A page that failed waits for its button. */
export function LoadMore({ list }: { list: PagedList }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (list.isLoadingError || list.isFetchNextPageError) {
    const retry = list.isLoadingError ? list.refetch : list.fetchNextPage;
    return (
      <RetryBanner alert busy={list.isFetching} onRetry={() => void retry()}>
        {t(($) => $.common.moreError)} {errorText(list.error)}
      </RetryBanner>
    );
  }
  if (list.isPending) return <NextPageButton busy onMore={() => undefined} />;
  if (!list.hasNextPage) return null;
  return <NextPageButton busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />;
}

/** Loads the next page when scrolled near; the button serves those who do not scroll. */
function NextPageButton({ onMore, busy }: { onMore: () => void; busy: boolean }) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);

  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const element = mark.current;
    if (busy || !element) return;
    let isNear = false;
    let isAsked = false;
    const loadWhenNear = () => {
      if (!isNear || isAsked || isKeyboardPast(element)) return;
      isAsked = true;
      more.current();
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting ?? false;
        loadWhenNear();
      },
      { rootMargin: "400px" },
    );
    watcher.observe(element);
    document.addEventListener("focusin", loadWhenNear);
    return () => {
      watcher.disconnect();
      document.removeEventListener("focusin", loadWhenNear);
    };
  }, [busy]);
  useEffect(() => {
    const element = mark.current;
    if (!busy || !element) return;
    let wasPast = false;
    const remember = () => {
      wasPast = isKeyboardPast(element);
    };
    remember();
    document.addEventListener("focusin", remember);
    return () => {
      document.removeEventListener("focusin", remember);
      // The page that came has pushed down what has the focus; a button that is gone has given it to what is beside it.
      if (wasPast)
        requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest", behavior: "instant" }));
    };
  }, [busy]);

  return (
    <div ref={mark} className="row">
      <Button busy={busy} look="quiet" onClick={onMore}>
        {t(($) => $.common.more)}
      </Button>
    </div>
  );
}
