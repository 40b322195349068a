import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getCurrentUser, getSettings, listFacts, type Settings } from "../../../../worker/contract/account";
import { useErrorCodeText, useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Illustration } from "../../../ui/graphics/illustration";
import { Banner } from "../../../ui/status/banner";
import { ProgressBar } from "../../../ui/status/progress-bar";
import { notify } from "../../../ui/toast/notify";
import { uploadCv } from "../api/account-requests";
import { findCvProblem } from "../model/cv-validation";
import "./cv-upload.css";
import { CvCard } from "./cv-card";

/** The uploaded CV, and a drop zone for another one. */
export function CvUpload({ settings }: { settings: Pick<Settings, "cv" | "limits"> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  // An error code or the failed upload's error; translated when rendered.
  const [problem, setProblem] = useState<string | Error | null>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const upload = useMutation({
    mutationFn: (file: File) => uploadCv(file, setShare),
    onMutate: () => setShare(0),
    onSuccess: async () => {
      notify.success(t(($) => $.account.cv.saved));
      await Promise.all([
        client.invalidateQueries({ queryKey: toQueryKey(getSettings) }),
        client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) }),
        client.invalidateQueries({ queryKey: toQueryKey(listFacts) }),
      ]);
    },
    onError: setProblem,
  });
  const uploadFile = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const code = findCvProblem(file, settings.limits.cv_bytes);
    setProblem(code);
    if (code === null) upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    uploadFile(event.dataTransfer.files[0]);
  };

  return (
    <div className="stack">
      {settings.cv && <CvCard cv={settings.cv} />}
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
          accept="application/pdf,.pdf"
          hidden
          onChange={(event) => {
            uploadFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {!settings.cv && <Illustration name="cv" />}
        <Button
          icon="upload"
          look={settings.cv ? "plain" : "primary"}
          busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {settings.cv ? t(($) => $.account.cv.replace) : t(($) => $.account.cv.choose)}
        </Button>
        <span className="soft small">{t(($) => $.account.cv.drop)}</span>
      </div>
      {upload.isPending && <ProgressBar label={t(($) => $.account.cv.uploading)} value={share} max={1} />}
      {problem !== null && (
        <Banner tone="bad" alert>
          {typeof problem === "string"
            ? codeText(problem)
            : errorText(
                problem,
                t(($) => $.account.cv.cvUploadError),
              )}
        </Banner>
      )}
    </div>
  );
}
