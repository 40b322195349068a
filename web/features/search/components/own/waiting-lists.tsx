import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Search } from "../../../../../worker/contract/search";
import { useErrorText } from "../../../../i18n/use-error-text";
import { Button } from "../../../../ui/button/button";
import { Banner } from "../../../../ui/status/banner";
import { notify } from "../../../../ui/toast/notify";
import { cancelSearch, startWaitingList } from "../../api/search-requests";
import { useListTitle } from "../../hooks/use-list-title";
import { useStartList } from "../../hooks/use-start-list";

interface WaitingListsProps {
  searches: readonly Search[];
  onStarted: (id: string) => Promise<void>;
  onRemoved: () => Promise<void>;
}

/** The further lists of a long one, which the user starts one after the other. */
export function WaitingLists({ searches, onStarted, onRemoved }: WaitingListsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const title = useListTitle();
  const waiting = searches
    .filter(({ status }) => status === "waiting")
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || (a.list?.part ?? 0) - (b.list?.part ?? 0));
  const start = useStartList(async (id: string) => ({ search_id: (await startWaitingList(id)).search.id }), {
    onSent: () => undefined,
    onStarted,
  });
  const remove = useMutation({
    mutationFn: cancelSearch,
    onSuccess: onRemoved,
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.cancelError),
        ),
      ),
  });
  if (waiting.length === 0) return null;
  return (
    <section className="stack history">
      <h2>{t(($) => $.search.own.waiting.title)}</h2>
      {start.isError && (
        <Banner tone="bad" alert>
          {errorText(
            start.error,
            t(($) => $.search.errors.searchError),
          )}
        </Banner>
      )}
      <ul>
        {waiting.map(({ id, list }) => (
          <li key={id}>
            <div className="stack stack-tight">
              <p>{list && title(list)}</p>
              <p className="soft small numbers">
                {t(($) => $.search.own.waiting.companies, { count: list?.companies ?? 0 })}
              </p>
            </div>
            <div className="row">
              <Button size="small" busy={start.isPending && start.variables === id} onClick={() => start.mutate(id)}>
                {t(($) => $.search.own.waiting.start)}
              </Button>
              <Button
                size="small"
                look="quiet"
                busy={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                {t(($) => $.search.own.waiting.remove)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
