import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { fetchAll } from "./api";
import { type CsvColumn, toCsv } from "./csv";
import { type Listing, split } from "./rules";
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
    onSuccess: (companies) => download(t(($) => $.companies.csv.file), toCsv(companies, words, language === "fr" ? ";" : ",")),
    onError: (error) => notify.error(errorText(error, t(($) => $.companies.fetchError))),
  });
  return <Button icon="download" look="quiet" busy={save.isPending} onClick={() => save.mutate()}>{t(($) => $.companies.csv.export)}</Button>;
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The browser reads the file after the click: it is let go of a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
