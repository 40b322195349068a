import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { fetchCode } from "../../../lib/fetch-code";
import { splitList } from "../../../lib/split-list";
import { Button } from "../../../ui/button/button";
import { notify } from "../../../ui/toast/notify";
import { fetchAllCompanies } from "../api/company-requests";
import { useTypeNames } from "../hooks/use-type-names";
import type { CsvColumn } from "../model/company-csv";

/** Downloads the whole dashboard as CSV, in its order and with its favourites filter. */
export function ExportCsvButton({ listing, loaded }: { listing: Listing; loaded: readonly Company[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const typeName = useTypeNames(loaded);
  const words = {
    header: (column: CsvColumn) => t(($) => $.companies.csv.columns[column]),
    typeNames: ({ business_type }: Company) => splitList(business_type).map(typeName).join(", "),
    status: (company: Company) =>
      company.applied && company.send_status === "none"
        ? t(($) => $.companies.applied[company.applied?.way ?? "phone"])
        : t(($) => $.companies.status[company.email_sent ? "sent" : company.send_status]),
    yes: t(($) => $.companies.csv.yes),
    own: t(($) => $.common.sources.own),
  };
  const save = useMutation({
    // The code of the table is not needed before.
    mutationFn: () =>
      Promise.all([
        fetchAllCompanies(listing),
        fetchCode(() => Promise.all([import("../model/company-csv"), import("../../../lib/csv")])),
      ]),
    onSuccess: ([companies, [{ toCompanyTable }, { downloadCsv }]]) =>
      downloadCsv(
        t(($) => $.companies.csv.file),
        toCompanyTable(companies, words),
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
