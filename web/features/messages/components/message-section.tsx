import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { toLetterUrl } from "../../../lib/letter-url";
import { Button, getButtonClass } from "../../../ui/button/button";
import { MessageView } from "./message-view";
import { MessageWarnings } from "./message-warnings";

interface MessageSectionProps {
  company: Company;
  attachmentNames: readonly string[];
  /** How many versions are kept. */
  versions: number;
  /** What stands in place of a message that is not written. */
  empty: ReactNode;
  /** Undefined while it cannot be edited. */
  onEdit: (() => void) | undefined;
  onVersions: () => void;
}

/** The present message to read, with ways to edit it and to its earlier versions. */
export function MessageSection({ company, attachmentNames, versions, empty, onEdit, onVersions }: MessageSectionProps) {
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
          {company.message.trim() !== "" && (
            <a
              className={getButtonClass({ look: "quiet", size: "small" })}
              href={toLetterUrl(company.id)}
              target="_blank"
              rel="noreferrer"
            >
              {t(($) => $.company.message.pdf)}
            </a>
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
          <MessageView company={company} attachmentNames={attachmentNames} />
        </>
      )}
    </section>
  );
}
