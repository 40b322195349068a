import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { MailPreview } from "../../../../worker/contract/mail";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import { previewQuery } from "../api/mail-requests";
import { formatCompanyAndTown } from "../model/company-and-town";
import { ContactedCompany } from "./contacted-company";
import { CourtesyNotice } from "./courtesy-notice";
import { EmailPreview } from "./email-preview";
import { EmailPreviewLoader } from "./email-preview-loader";
import type { LetterRenderer } from "./previewed-mail";

interface EmailPreviewDialogProps {
  company: Company;
  letter: LetterRenderer;
  onClose: () => void;
  /** Called with each preview shown. */
  onSeen: (preview: MailPreview) => void;
  /** Called once the end of the message has been in view. */
  onRead: () => void;
}

/** A preview of one mail of a batch. */
export function EmailPreviewDialog({ company, letter, onClose, onSeen, onRead }: EmailPreviewDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(previewQuery(company));
  const seen = query.data?.preview;
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  return (
    <Dialog
      wide
      title={t(($) => $.mail.preview.title, { name: formatCompanyAndTown(company) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
    >
      <EmailPreviewLoader query={query}>
        {(preview) => (
          <div className="stack">
            {preview.do_not_contact && <Banner tone="bad">{t(($) => $.mail.preview.listed)}</Banner>}
            {preview.undeliverable && <Banner tone="bad">{t(($) => $.mail.preview.undeliverable)}</Banner>}
            {preview.applied && <Banner tone="warn">{t(($) => $.mail.advice.already_applied)}</Banner>}
            {preview.already_contacted && (
              <Banner tone="warn">
                <p>
                  <ContactedCompany company={preview.contacted_company} />
                </p>
                <p>{t(($) => $.mail.preview.contacted)}</p>
              </Banner>
            )}
            {preview.objection_pending && <Banner tone="warn">{t(($) => $.mail.preview.objected)}</Banner>}
            {preview.cv_language && <Banner tone="warn">{t(($) => $.mail.preview.cvLanguage)}</Banner>}
            <CourtesyNotice mail={preview} />
            {preview.review.length > 0 && (
              <Banner tone="warn">
                <p>{t(($) => $.mail.preview.review)}</p>
                <LetterFindingList findings={preview.review} />
              </Banner>
            )}
            <EmailPreview
              mail={preview}
              companyId={company.id}
              body={letter(company, preview.text.trimEnd())}
              language={company.language}
              onEnd={onRead}
            />
          </div>
        )}
      </EmailPreviewLoader>
    </Dialog>
  );
}
