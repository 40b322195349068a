import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../../worker/contract/limits";
import type { FileQuery, ListPreview } from "../../../../../worker/contract/own-lists";
import { useErrorText } from "../../../../i18n/use-error-text";
import { FileDrop } from "../../../../ui/form/file-drop";
import { Banner } from "../../../../ui/status/banner";
import { previewListFile, runListFile, toProfileChoice } from "../../api/search-requests";
import { type ListStart, useStartList } from "../../hooks/use-start-list";
import { ListColumns } from "./list-columns";
import { ListPreviewPanel } from "./list-preview";

interface ChosenFile {
  file: File;
  query: FileQuery;
}

/** A CSV file: its columns and its lines are shown before any site is read. */
export function ListFile({ profileId, ...followed }: ListStart) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isTooLarge, setIsTooLarge] = useState(false);
  // The columns stay in view while a change of them is read.
  const [shown, setShown] = useState<(ChosenFile & { preview: ListPreview }) | null>(null);
  const read = useMutation({
    mutationFn: ({ file, query }: ChosenFile) => previewListFile(file, query),
    onSuccess: (preview, chosen) => setShown({ ...chosen, preview }),
  });
  const start = useStartList(
    ({ file, query }: ChosenFile) => runListFile(file, { ...query, ...toProfileChoice(profileId) }),
    followed,
  );
  const choose = (file: File | undefined) => {
    if (!file || read.isPending) return;
    setShown(null);
    start.reset();
    setIsTooLarge(file.size > LIMITS.listBytes);
    if (file.size <= LIMITS.listBytes) read.mutate({ file, query: {} });
  };
  const problem = isTooLarge
    ? t(($) => $.errors.list_too_large)
    : read.isError
      ? errorText(
          read.error,
          t(($) => $.search.own.preview.failed),
        )
      : undefined;
  return (
    <>
      <FileDrop
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        label={shown ? t(($) => $.search.own.file.other) : t(($) => $.search.own.file.choose)}
        look={shown ? "plain" : "primary"}
        busy={read.isPending && !shown}
        hint={shown ? "" : t(($) => $.search.own.file.drop)}
        limits={shown ? shown.file.name : t(($) => $.search.own.file.limits)}
        onFile={choose}
      />
      {problem !== undefined && (
        <Banner tone="bad" alert>
          {problem}
        </Banner>
      )}
      {shown && (
        <ListPreviewPanel
          preview={shown.preview}
          start={start}
          busy={read.isPending}
          onStart={() => start.mutate({ file: shown.file, query: shown.query })}
        >
          <ListColumns preview={shown.preview} onChange={(query) => read.mutate({ file: shown.file, query })} />
        </ListPreviewPanel>
      )}
    </>
  );
}
