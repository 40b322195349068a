import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../../worker/contract/limits";
import type { FileQuery, ListPreview } from "../../../../../worker/contract/own-lists";
import { useErrorText } from "../../../../i18n/use-error-text";
import { Button } from "../../../../ui/button/button";
import { Banner } from "../../../../ui/status/banner";
import { previewListFile, runListFile } from "../../api/search-requests";
import { type ListStart, useStartList } from "../../hooks/use-start-list";
import { ListColumns } from "./list-columns";
import { ListPreviewPanel } from "./list-preview";

interface ChosenFile {
  file: File;
  query: FileQuery;
}

/** A CSV file: its columns and its lines are shown before any site is read. */
export function ListFile(followed: ListStart) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  // The columns stay in view while a change of them is read.
  const [shown, setShown] = useState<(ChosenFile & { preview: ListPreview }) | null>(null);
  const read = useMutation({
    mutationFn: ({ file, query }: ChosenFile) => previewListFile(file, query),
    onSuccess: (preview, chosen) => setShown({ ...chosen, preview }),
  });
  const start = useStartList(({ file, query }: ChosenFile) => runListFile(file, query), followed);
  const choose = (file: File | undefined) => {
    if (!file || read.isPending) return;
    setShown(null);
    start.reset();
    setIsTooLarge(file.size > LIMITS.listBytes);
    if (file.size <= LIMITS.listBytes) read.mutate({ file, query: {} });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    choose(event.dataTransfer.files[0]);
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
      <div
        className={isDraggedOver ? "drop-zone over" : "drop-zone"}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={drop}
      >
        {/* Hidden from screen readers: the button replaces it. */}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button
          icon="upload"
          look={shown ? "plain" : "primary"}
          busy={read.isPending && !shown}
          onClick={() => input.current?.click()}
        >
          {shown ? t(($) => $.search.own.file.other) : t(($) => $.search.own.file.choose)}
        </Button>
        <span className="soft small">{shown ? shown.file.name : t(($) => $.search.own.file.drop)}</span>
      </div>
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
