import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { companyIdsQuery } from "../api/company-requests";
import type { Dashboard } from "./use-dashboard";

/** Selects all rows of the list, loaded or not; with a filter that only the browser knows, the rows shown. */
export function useSelectAll({ rows, filtered, complete, listing, selection }: Dashboard): () => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  return () => {
    selection.set(rows.map(({ id }) => id));
    if (filtered || complete) return;
    client.fetchQuery(companyIdsQuery(listing.favorites)).then(
      ({ ids }) => selection.set(ids),
      (error: unknown) =>
        notify.error(
          errorText(
            error,
            t(($) => $.companies.fetchError),
          ),
        ),
    );
  };
}
