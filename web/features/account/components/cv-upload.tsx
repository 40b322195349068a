import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getCurrentUser, getSettings, listFacts, type Settings } from "../../../../worker/contract/account";
import { listProfiles } from "../../../../worker/contract/profiles";
import { useErrorCodeText, useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { FileDrop } from "../../../ui/form/file-drop";
import { Illustration } from "../../../ui/graphics/illustration";
import { Banner } from "../../../ui/status/banner";
import { ProgressBar } from "../../../ui/status/progress-bar";
import { notify } from "../../../ui/toast/notify";
import { uploadCv } from "../api/account-requests";
import { findCvProblem } from "../model/cv-validation";
import { CvCard } from "./cv-card";

/** The uploaded CV, and a drop zone for another one. */
export function CvUpload({
  settings,
  profileId,
  onSaved,
}: {
  settings: Pick<Settings, "cv" | "limits">;
  /** Undefined for the default profile. */
  profileId?: string | undefined;
  /** Called once what is shown of the CV is that of the new one. */
  onSaved?: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const [share, setShare] = useState(0);
  // An error code or the failed upload's error; translated when rendered.
  const [problem, setProblem] = useState<string | Error | null>(null);

  const upload = useMutation({
    mutationFn: (file: File) => uploadCv(file, setShare, profileId),
    onMutate: () => setShare(0),
    onSuccess: async ({ letters }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: toQueryKey(getSettings) }),
        client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) }),
        client.invalidateQueries({ queryKey: toQueryKey(listFacts) }),
        client.invalidateQueries({ queryKey: toQueryKey(listProfiles) }),
      ]);
      notify.success(letters > 0 ? t(($) => $.account.cv.savedFor, { count: letters }) : t(($) => $.account.cv.saved));
      onSaved?.();
    },
    onError: setProblem,
  });
  const uploadFile = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const code = findCvProblem(file, settings.limits.cv_bytes);
    setProblem(code);
    if (code === null) upload.mutate(file);
  };

  return (
    <div className="stack">
      {settings.cv && <CvCard cv={settings.cv} profileId={profileId} />}
      <FileDrop
        accept="application/pdf,.pdf"
        label={settings.cv ? t(($) => $.account.cv.replace) : t(($) => $.account.cv.choose)}
        look={settings.cv ? "plain" : "primary"}
        busy={upload.isPending}
        hint={t(($) => $.account.cv.drop)}
        onFile={uploadFile}
      >
        {!settings.cv && <Illustration name="cv" />}
      </FileDrop>
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
