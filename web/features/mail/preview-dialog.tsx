import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import type { Preview } from "../../../worker/contract/mail";
import { nameOf } from "../../lib/format";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Findings } from "../../ui/findings";
import { previewFor } from "./api";
import { Letter } from "./letter";
import { PreviewState } from "./preview-state";

interface PreviewDialogProps {
  company: Company;
  onClose: () => void;
  /** Called with each mail that has been shown. */
  onSeen: (preview: Preview) => void;
}

/** One mail of a batch, to be read before the batch leaves. */
export function PreviewDialog({ company, onClose, onSeen }: PreviewDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(previewFor(company));
  const seen = query.data?.preview;
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  return (
    <Dialog
      wide
      title={t(($) => $.mail.preview.title, { name: nameOf(company) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
    >
      <PreviewState query={query}>
        {(preview) => (
          <div className="stack">
            {preview.do_not_contact && <Banner tone="bad">{t(($) => $.mail.preview.listed)}</Banner>}
            {preview.already_contacted && <Banner tone="warn">{t(($) => $.mail.preview.contacted)}</Banner>}
            {preview.objection_pending && <Banner tone="warn">{t(($) => $.mail.preview.objected)}</Banner>}
            {preview.review.length > 0 && (
              <Banner tone="warn">
                <p>{t(($) => $.mail.preview.review)}</p>
                <Findings findings={preview.review} />
              </Banner>
            )}
            <Letter mail={preview} language={company.language} />
          </div>
        )}
      </PreviewState>
    </Dialog>
  );
}
