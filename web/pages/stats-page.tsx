import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getNumbers, type Numbers, type NumbersGroup } from "../../worker/contract/numbers";
import { NumbersSummary } from "../features/applications/components/numbers-summary";
import { NumbersTable } from "../features/applications/components/numbers-table";
import { useTypeNames } from "../features/companies/hooks/use-type-names";
import { useErrorText } from "../i18n/use-error-text";
import { useShownLanguage } from "../i18n/use-language";
import { formatShortDate } from "../lib/format";
import { endpointQuery } from "../lib/query-client";
import { getTimeZone } from "../lib/time-zone";
import { useProfiles } from "../lib/use-profiles";
import { getButtonClass } from "../ui/button/button";
import { Icon } from "../ui/graphics/icon";
import { Illustration } from "../ui/graphics/illustration";
import { Page } from "../ui/page/page";
import { Section } from "../ui/page/section";
import { EmptyState } from "../ui/status/empty-state";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";

/** What became of the user's applications, in numbers. */
export function StatsPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isPending, isFetching, refetch } = useQuery(
    endpointQuery(getNumbers, { query: { zone: getTimeZone() } }),
  );
  const isEmpty = data !== undefined && data.total.applied === 0 && data.bounced === 0;
  return (
    <Page
      title={t(($) => $.numbers.title)}
      lead={t(($) => $.numbers.lead)}
      narrow
      actions={
        <Link to="/report" className={getButtonClass()}>
          <Icon name="file" />
          <span>{t(($) => $.numbers.toReport)}</span>
        </Link>
      }
    >
      {isPending && <Skeleton lines={6} label={t(($) => $.common.loading)} />}
      {error && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          <p>{t(($) => $.numbers.loadError)}</p>
          <p>{errorText(error)}</p>
        </RetryBanner>
      )}
      {isEmpty && (
        <EmptyState
          picture={<Illustration name="sealed" />}
          title={t(($) => $.numbers.emptyTitle)}
          text={t(($) => $.numbers.emptyText)}
          action={
            <Link to="/dashboard" className={getButtonClass()}>
              {t(($) => $.numbers.toDashboard)}
            </Link>
          }
        />
      )}
      {data && !isEmpty && <NumbersView numbers={data} />}
    </Page>
  );
}

function NumbersView({ numbers }: { numbers: Numbers }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const profiles = useProfiles();
  const { activities } = numbers;
  const typeName = useTypeNames(
    useMemo(() => activities.map(({ key }) => ({ business_type: key ?? "" })), [activities]),
    "…",
  );
  const names: Record<"activities" | "places" | "profiles" | "weeks", (key: string) => string> = {
    activities: typeName,
    places: (key) => key,
    profiles: (key) => profiles.find(({ id, is_default }) => (key === "" ? is_default : id === key))?.name ?? "",
    weeks: (key) => t(($) => $.numbers.week, { date: formatShortDate(key, language) }),
  };
  const nameGroup =
    (list: keyof typeof names) =>
    ({ key }: NumbersGroup) => {
      if (key === null) return t(($) => $.numbers.deleted);
      const name = key === "" && list !== "profiles" ? "" : names[list](key);
      return name === "" ? t(($) => $.numbers.groups[list].unknown) : name;
    };
  const lists = (["activities", "places", "profiles", "weeks"] as const)
    // One profile says nothing that the total does not.
    .filter((list) => numbers[list].length > 0 && (list !== "profiles" || profiles.length > 1));
  return (
    <>
      <NumbersSummary numbers={numbers} />
      {lists.map((list) => (
        <NumbersTable
          key={list}
          title={t(($) => $.numbers.groups[list].title)}
          column={t(($) => $.numbers.groups[list].column)}
          groups={numbers[list]}
          nameGroup={nameGroup(list)}
        />
      ))}
      <Section title={t(($) => $.numbers.howTitle)}>
        <div className="stack stack-tight soft small prose">
          <p>{t(($) => $.numbers.how)}</p>
          <p>{t(($) => $.numbers.howFew)}</p>
        </div>
      </Section>
    </>
  );
}
