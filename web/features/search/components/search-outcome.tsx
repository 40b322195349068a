import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Search } from "../../../../worker/contract/search";
import { translateErrorCode } from "../../../i18n/use-error-text";
import { Button, getButtonClass } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { getSearchOutcome, isCut } from "../model/rules-search";

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

/** The outcome of a search. */
export function SearchOutcomeBanner({ search }: { search: Search }) {
  const { t } = useTranslation();
  const outcome = getSearchOutcome(search);
  return (
    <Banner tone={bannerTones[outcome]} alert={outcome === "failed"}>
      <p>
        {search.list && outcome === "nothing"
          ? t(($) => $.search.own.nothing)
          : outcome === "nothing_new" && isCut(search)
            ? t(($) => $.search.outcome.nothingNewSoFar)
            : t(($) => $.search.outcome[outcome], { count: search.duplicate_companies })}
      </p>
      {outcome === "failed" && (
        <p>{translateErrorCode(search.error_code ?? "") ?? t(($) => $.search.outcome.failedUnknown)}</p>
      )}
    </Banner>
  );
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
  const mayAdd = outcome === "add" || (outcome === "nothing_new" && count > 0);
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
      {outcome === "add" && count > 0 && (
        <span className="soft small">{t(($) => $.search.outcome.mix.ticked, { count, parts })}</span>
      )}
      {outcome === "added" && (
        <Link className={getButtonClass({ look: "primary" })} to="/dashboard">
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
