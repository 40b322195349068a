import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import type { Listing } from "../../../worker/contract/dashboard-preload";
import { useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { downloadCsv } from "../../lib/csv";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { fetchAll } from "./api";
import { type CsvColumn, tableOf } from "./csv";
import { split } from "./rules";
import { useTypeNames } from "./use-type-names";

/** Downloads the whole dashboard, in its order and with its favourites filter, for a spreadsheet. */
export function ExportButton({ listing, loaded }: { listing: Listing; loaded: readonly Company[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const typeName = useTypeNames(loaded);
  const words = {
    header: (column: CsvColumn) => t(($) => $.companies.csv.columns[column]),
    typeNames: ({ business_type }: Company) => split(business_type).map(typeName).join(", "),
    status: (company: Company) => t(($) => $.companies.status[company.email_sent ? "sent" : company.send_status]),
    yes: t(($) => $.companies.csv.yes),
  };
  const save = useMutation({
    mutationFn: () => fetchAll(listing),
    onSuccess: (companies) =>
      downloadCsv(
        t(($) => $.companies.csv.file),
        tableOf(companies, words),
        language,
      ),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.companies.fetchError),
        ),
      ),
  });
  return (
    <Button icon="download" look="quiet" className="tuck" busy={save.isPending} onClick={() => save.mutate()}>
      {t(($) => $.companies.csv.export)}
    </Button>
  );
}
