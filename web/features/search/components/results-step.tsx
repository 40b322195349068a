import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getActivity } from "../../../../worker/contract/activity";
import { listCompanyIds, listCompanies } from "../../../../worker/contract/companies";
import {
  getCurrentSearch,
  type FoundCompany,
  listFoundCompanies,
  type Search,
  listSearches,
} from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { toQueryKey } from "../../../lib/query-client";
import { useUrlDialog, useUrlState } from "../../../lib/use-url-state";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { Banner } from "../../../ui/status/banner";
import { Skeleton } from "../../../ui/status/spinner";
import { KeyboardHelp } from "../../../ui/table/keyboard-help";
import { useCardLayout } from "../../../ui/table/use-card-layout";
import { notify } from "../../../ui/toast/notify";
import {
  addToDashboard,
  discardSearch,
  foundCompaniesQuery,
  searchStatusQuery,
  setFoundEmail,
} from "../api/search-requests";
import { useListTitle } from "../hooks/use-list-title";
import { formatCity } from "../model/chosen-cities";
import {
  type Choices,
  countByEmail,
  findTwins,
  FOUND_PARAMETERS,
  isTicked,
  toFilterParameters,
  toFoundFilter,
  withoutDefaults,
  withoutTwins,
} from "../model/found-view";
import { isFinished, getSearchOutcome, mayAddTicked, groupWarnings } from "../model/rules-search";
import { createStoredChoices } from "../model/stored-choices";
import { CityProgress } from "./city-progress";
import { FoundCompaniesList } from "./found-companies-list";
import { SearchCounters } from "./search-counters";
import { EARLIER_SEARCHES_ID } from "./search-history";
import { SearchOutcomeBanner, SearchOutcomeActions } from "./search-outcome";
import { SearchProgress } from "./search-progress";
import { StepIndicator } from "./step-indicator";

/** The dialog with the ways to apply to a company without e-mail. @param profileId of the search; null: the default */
export type RenderApply = (company: FoundCompany, profileId: string | null, onClose: () => void) => ReactNode;

interface ResultsStepProps {
  id: string;
  /** Earlier searches are listed below. */
  hasEarlier: boolean;
  /** Returns to the first step, with or without the choices of this search. */
  onFresh: (again: boolean) => Promise<void>;
  onAdded: () => Promise<void>;
  renderApply: RenderApply;
}

/** Step 4: progress, the companies found, and what to do with them. */
export function ResultsStep({ id, hasEarlier, onFresh, onAdded, renderApply }: ResultsStepProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const listFormat = new Intl.ListFormat(language, { type: "conjunction" });
  const errorText = useErrorText();
  const client = useQueryClient();
  const heading = useStepHeading();
  const listTitle = useListTitle();
  const status = useQuery(searchStatusQuery(id));
  const search = status.data?.search;
  const finished = search !== undefined && isFinished(search);
  useRefreshOnStatusChange(search);
  const failed = search?.status === "failed";
  const hasResults = search !== undefined && search.status !== "cancelled" && !search.discarded;
  const found = useQuery({ ...foundCompaniesQuery(id, !finished), enabled: hasResults });
  const stored = useMemo(() => createStoredChoices(id), [id]);
  const [choices, setChoices] = useState(stored.read);
  const choose = (next: Choices) => {
    stored.write(next);
    setChoices(next);
  };
  const [url, changeUrl] = useUrlState(FOUND_PARAMETERS);
  const filter = useMemo(() => toFoundFilter(url), [url]);
  const apply = useUrlDialog("apply");
  const contacts = useUrlDialog("contacts");
  const toApply = found.data?.companies.find((company) => company.id === apply.id);
  const companies = useMemo(() => found.data?.companies ?? [], [found.data]);
  const isAdded = search?.added_to_dashboard === true;
  const twins = useMemo(() => findTwins(companies), [companies]);
  const ticks = useMemo(
    () => (isAdded ? withoutDefaults(companies, choices) : withoutTwins(twins, choices)),
    [isAdded, companies, twins, choices],
  );
  const ticked = companies.filter((company) => isTicked(company, ticks));

  const add = useMutation({
    mutationFn: () =>
      addToDashboard(
        id,
        ticked.map((company) => company.id),
      ),
    onSuccess: async ({ added_count }) => {
      stored.clear();
      for (const endpoint of [listCompanies, listCompanyIds])
        void client.invalidateQueries({ queryKey: toQueryKey(endpoint) });
      notify.success(t(($) => $.search.outcome.addedToast, { count: added_count }));
      await onAdded();
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.addError),
        ),
      ),
  });
  const fresh = useMutation({
    mutationFn: async () => {
      if (search && getSearchOutcome(search) !== "added" && search.status !== "cancelled") await discardSearch(id);
      stored.clear();
      await onFresh(failed);
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.discardError),
        ),
      ),
  });

  const goOn = () => {
    // It will end with another list.
    client.removeQueries({ queryKey: foundCompaniesQuery(id, false).queryKey });
    void status.refetch();
  };
  const isNarrow = useCardLayout();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    // A list of the user's own cannot be had back by another search; before the companies are here, any may be ticked.
    const mayLose = ticked.length > 0 || search?.list || !found.data;
    if (search && getSearchOutcome(search) === "add" && mayLose) setLeaving(true);
    else fresh.mutate();
  };

  const saveEmail = async (company: FoundCompany, email: string | undefined, replaces: string | undefined) => {
    const answer = await setFoundEmail(id, { company_id: company.id, email, replaces });
    await client.invalidateQueries({ queryKey: toQueryKey(listFoundCompanies) });
    return answer;
  };

  if (!search) {
    if (!status.isError) return <Skeleton label={t(($) => $.common.loading)} lines={4} />;
    const again = (
      <Button size="small" onClick={() => void status.refetch()}>
        {t(($) => $.common.retry)}
      </Button>
    );
    return (
      <Banner tone="bad" alert action={again}>
        {errorText(
          status.error,
          t(($) => $.search.errors.statusError),
        )}
      </Banner>
    );
  }
  const outcome = finished ? getSearchOutcome(search) : null;
  const mayAdd = outcome !== null && mayAddTicked(outcome, ticked.length);
  return (
    <div className="stack results">
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t(($) => $.search.steps.results)}
      </h2>
      <div className="row row-spread results-head">
        {search.list ? <p className="soft">{listTitle(search.list)}</p> : <StepIndicator step={4} />}
        <span className="row">
          {hasEarlier && found.data && found.data.companies.length > 0 && (
            <a className="small" href={`#${EARLIER_SEARCHES_ID}`}>
              {t(($) => $.search.history.title)}
            </a>
          )}
          {found.data && found.data.companies.length > 0 && <KeyboardHelp opens="openContacts" />}
        </span>
      </div>
      {!finished && (
        <SearchProgress
          search={search}
          updatedAt={status.dataUpdatedAt}
          lost={status.isRefetchError}
          onChanged={() => void status.refetch()}
        />
      )}
      <div className={!finished ? "visually-hidden" : mayAdd ? "row found-bar" : "row found-done"}>
        {/* Rendered from the start, so that screen readers announce its content. */}
        <div role="status" className={mayAdd && isNarrow ? "visually-hidden" : undefined}>
          {/* On a phone the button says that the search has ended. */}
          {finished && <SearchOutcomeBanner search={search} onResumed={goOn} />}
        </div>
        {finished && (
          <SearchOutcomeActions
            search={search}
            ticked={countByEmail(ticked)}
            // The last list is on its way: another number would be added than the button says.
            adding={add.isPending || found.isPending || found.isPlaceholderData}
            onAdd={() => add.mutate()}
            leaving={fresh.isPending}
            onFresh={leave}
          />
        )}
      </div>
      {hasResults && !(finished && search.total_companies === 0) && (
        <div className="results-figures">
          <SearchCounters search={search} companies={found.data?.companies ?? []} />
          {!search.list && (
            <CityProgress
              cities={search.cities}
              places={search.places}
              companies={found.data?.companies ?? []}
              finished={finished}
            />
          )}
        </div>
      )}
      {/* A failed search shows its error; the warning that it "went on with the others" would be untrue. */}
      {!failed &&
        groupWarnings(search.warnings).map(({ code, details }) => (
          <Banner key={code} tone="warn">
            {t(($) => $.search.warnings[code], {
              detail: listFormat.format(details.map((detail) => formatCity(detail, language))),
              max: search.total_companies,
            })}
          </Banner>
        ))}
      {found.isError && (
        <Banner
          tone="bad"
          alert
          action={
            <Button size="small" busy={found.isFetching} onClick={() => void found.refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {errorText(
            found.error,
            t(($) => $.search.errors.foundError),
          )}
        </Banner>
      )}
      {hasResults && found.data && found.data.companies.length > 0 && (
        <FoundCompaniesList
          contacts={contacts}
          onEmail={saveEmail}
          companies={found.data.companies}
          twins={twins}
          live={!finished}
          choices={ticks}
          onChange={choose}
          filter={filter}
          sort={url.sort ?? "found"}
          onFilter={(next) => changeUrl(toFilterParameters(next))}
          onSort={(sort) => changeUrl({ sort: sort === "found" ? undefined : sort })}
          onApply={(company) => apply.open(company.id)}
          choosing={!failed}
        />
      )}
      {toApply && renderApply(toApply, search.profile_id ?? null, apply.close)}
      {isLeaving && (
        <ConfirmDialog
          title={t(($) => $.search.leave.title)}
          confirm={t(($) => $.search.leave.confirm)}
          busy={fresh.isPending}
          text={<p>{t(($) => $.search.leave.text, { count: ticked.length })}</p>}
          onConfirm={() => fresh.mutate(undefined, { onSettled: () => setLeaving(false) })}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  );
}

/**
 * Reloads the app's other search queries when the search begins to stop or has ended, so that the sidebar need not
 * wait for its next poll.
 */
function useRefreshOnStatusChange(search: Search | undefined): void {
  const client = useQueryClient();
  const seen = useRef<Search["status"]>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = search?.status;
    if (before === undefined || before === search?.status) return;
    for (const endpoint of [getCurrentSearch, listSearches, getActivity])
      void client.invalidateQueries({ queryKey: toQueryKey(endpoint) });
  }, [client, search?.status]);
}
