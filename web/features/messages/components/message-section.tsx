import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { Button } from "../../../ui/button/button";
import { MessageView } from "./message-view";
import { MessageWarnings } from "./message-warnings";

interface MessageSectionProps {
  company: Company;
  attachmentName: string | null;
  /** How many versions are kept. */
  versions: number;
  /** What stands in place of a message that is not written. */
  empty: ReactNode;
  /** Undefined while it cannot be edited. */
  onEdit: (() => void) | undefined;
  onVersions: () => void;
}

/** The present message to read, with ways to edit it and to its earlier versions. */
export function MessageSection({ company, attachmentName, versions, empty, onEdit, onVersions }: MessageSectionProps) {
  const { t } = useTranslation();
  return (
    <section className="company-part" aria-labelledby="company-message">
      <div className="row row-spread">
        <h2 id="company-message">{t(($) => $.company.message.title)}</h2>
        <div className="row">
          {onEdit && (
            <Button size="small" icon="pen" onClick={onEdit}>
              {company.message === "" ? t(($) => $.company.message.byHand) : t(($) => $.company.message.edit)}
            </Button>
          )}
          {versions > 1 && (
            <Button size="small" look="quiet" onClick={onVersions}>
              {t(($) => $.company.message.versions, { count: versions })}
            </Button>
          )}
        </div>
      </div>
      {company.message.trim() === "" ? (
        empty
      ) : (
        <>
          {!company.email_sent && <MessageWarnings company={company} />}
          <MessageView company={company} attachmentName={attachmentName} />
        </>
      )}
    </section>
  );
}
