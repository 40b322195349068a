import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Search } from "../../../../worker/contract/search";
import { translateErrorCode, useErrorText } from "../../../i18n/use-error-text";
import { Button, getButtonClass } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { useCardLayout } from "../../../ui/table/use-card-layout";
import { notify } from "../../../ui/toast/notify";
import { resumeSearch } from "../api/search-requests";
import { getSearchOutcome, mayAddTicked, isCut } from "../model/rules-search";

interface SearchOutcomeActionsProps {
  search: Search;
  /** Companies that would be added: with an e-mail address, and without. */
  ticked: { reachable: number; others: number };
  adding: boolean;
  onAdd: () => void;
  leaving: boolean;
  onFresh: () => void;
}

const bannerTones = {
  add: "good",
  added: "info",
  all_duplicates: "info",
  nothing_new: "info",
  nothing: "info",
  failed: "bad",
  cancelled: "info",
  discarded: "info",
} as const;

/** The outcome of a search; one that was stopped can go on. */
export function SearchOutcomeBanner({ search, onResumed }: { search: Search; onResumed: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const outcome = getSearchOutcome(search);
  const isNarrow = useCardLayout();
  const resume = useMutation({
    mutationFn: () => resumeSearch(search.id),
    onSuccess: onResumed,
    onError: (error) => notify.error(errorText(error)),
  });
  const isStopped = search.stopped && !search.discarded;
  return (
    <Banner
      tone={isStopped ? "info" : bannerTones[outcome]}
      alert={outcome === "failed"}
      action={
        isStopped && (
          <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
            {t(($) => $.search.outcome.resume)}
          </Button>
        )
      }
    >
      {isStopped && <p>{t(($) => $.search.outcome.stopped, { count: search.unread_companies })}</p>}
      {!(isStopped && outcome !== "added") && <p>{describeOutcome()}</p>}
      {outcome === "failed" && (
        <p>{translateErrorCode(search.error_code ?? "") ?? t(($) => $.search.outcome.failedUnknown)}</p>
      )}
    </Banner>
  );

  function describeOutcome(): ReactNode {
    if (search.list && outcome === "nothing") return t(($) => $.search.own.nothing);
    if (outcome === "nothing_new" && isCut(search)) return t(($) => $.search.outcome.nothingNewSoFar);
    // Old searches did not count those of the list.
    const known = search.known_companies || search.duplicate_companies;
    if (outcome !== "added") return t(($) => $.search.outcome[outcome], { count: known });
    const added = t(($) => $.search.outcome.added, { count: search.added_companies });
    const left = search.new_companies - search.added_companies;
    // Below: companies that were seen before were ticked, too.
    if (left <= 0) return added;
    return (
      <>
        {/* A phone has room for one line above its list: what is to be done. */}
        <span className={isNarrow ? "visually-hidden" : undefined}>{added} </span>
        {t(($) => $.search.outcome.left, { count: left })}
      </>
    );
  }
}

/** The next steps after a search. */
export function SearchOutcomeActions({ search, ticked, adding, onAdd, leaving, onFresh }: SearchOutcomeActionsProps) {
  const { t } = useTranslation();
  const outcome = getSearchOutcome(search);
  const count = ticked.reachable + ticked.others;
  const parts = [
    ticked.reachable > 0 && t(($) => $.search.outcome.mix.reachable, { count: ticked.reachable }),
    ticked.others > 0 && t(($) => $.search.outcome.mix.others, { count: ticked.others }),
  ]
    .filter(Boolean)
    .join(", ");
  const mayAdd = mayAddTicked(outcome, count);
  return (
    <div className="row found-actions">
      {mayAdd && (
        <Button
          look="primary"
          icon="plus"
          busy={adding}
          onClick={onAdd}
          disabledReason={count === 0 ? t(($) => $.search.outcome.addNone) : undefined}
        >
          {t(($) => $.search.outcome.addAll, { count })}
        </Button>
      )}
      {(outcome === "add" || outcome === "added") && count > 0 && (
        <span className="soft small">{t(($) => $.search.outcome.mix.ticked, { count, parts })}</span>
      )}
      {outcome === "added" && (
        <Link className={getButtonClass({ look: count > 0 ? "plain" : "primary" })} to="/dashboard">
          {t(($) => $.search.outcome.toDashboard)}
        </Link>
      )}
      <Button look={mayAdd || outcome === "added" ? "plain" : "primary"} busy={leaving} onClick={onFresh}>
        {outcome === "failed"
          ? t(($) => $.search.outcome.again)
          : outcome === "add" && search.list
            ? t(($) => $.search.outcome.discard)
            : t(($) => $.search.outcome.fresh)}
      </Button>
    </div>
  );
}
