import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SavedSearch } from "../../../../worker/contract/saved-searches";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate } from "../../../lib/format";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { ProfileTag } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { deleteSavedSearch, renameSavedSearch, savedSearchesQuery } from "../api/saved-search-requests";
import { useRunSavedSearch } from "../hooks/use-run-saved-search";
import { NameSearchDialog } from "./name-search-dialog";

/** The kept searches: run again, rename, delete. Nothing without any. */
export function SavedSearches({ onRun }: { onRun: (searchId: string) => Promise<void> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const client = useQueryClient();
  const { data, isError, error } = useQuery(savedSearchesQuery());
  const [renamed, setRenamed] = useState<SavedSearch>();
  const [deleted, setDeleted] = useState<SavedSearch>();
  const profiles = useProfiles();
  const run = useRunSavedSearch(onRun);
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) => deleteSavedSearch(id),
    onSettled: async () => {
      setDeleted(undefined);
      await client.invalidateQueries({ queryKey: savedSearchesQuery().queryKey });
    },
    onError: (failure) => notify.error(errorText(failure)),
  });
  if (isError)
    return (
      <Banner tone="bad">
        {errorText(
          error,
          t(($) => $.search.saved.fetchError),
        )}
      </Banner>
    );
  if (!data || data.saved.length === 0) return null;
  return (
    <section className="stack history">
      <h2>{t(($) => $.search.saved.title)}</h2>
      <ul>
        {data.saved.map((saved) => (
          <li key={saved.id}>
            <div className="stack stack-tight">
              <p>{saved.name}</p>
              <p className="row soft small">
                {t(($) => $.search.saved.lastRun, { date: formatDate(saved.last_run_at, language) })}
                <ProfileTag profiles={profiles} id={saved.profile_id} />
                {saved.news > 0 && <Tag tone="good">{t(($) => $.search.saved.news, { count: saved.news })}</Tag>}
              </p>
            </div>
            <div className="row">
              <Button
                size="small"
                busy={run.isPending && run.variables.id === saved.id}
                aria-label={t(($) => $.search.saved.runOf, { name: saved.name })}
                onClick={() => run.mutate(saved)}
              >
                {t(($) => $.search.saved.run)}
              </Button>
              <Button
                size="small"
                look="quiet"
                aria-label={t(($) => $.search.saved.renameOf, { name: saved.name })}
                onClick={() => setRenamed(saved)}
              >
                {t(($) => $.search.saved.rename)}
              </Button>
              <Button
                size="small"
                look="quiet"
                aria-label={t(($) => $.search.saved.deleteOf, { name: saved.name })}
                onClick={() => setDeleted(saved)}
              >
                {t(($) => $.search.saved.delete)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {renamed && (
        <NameSearchDialog
          title={t(($) => $.search.saved.renameTitle)}
          submit={t(($) => $.search.saved.rename)}
          name={renamed.name}
          onSave={(name) => renameSavedSearch(renamed.id, name)}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={t(($) => $.search.saved.deleteTitle, { name: deleted.name })}
          text={<p>{t(($) => $.search.saved.deleteText)}</p>}
          confirm={t(($) => $.search.saved.delete)}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  );
}
