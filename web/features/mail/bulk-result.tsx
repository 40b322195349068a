import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import type { Answer } from "../../../worker/contract/endpoint";
import type { bulkSend } from "../../../worker/contract/mail";
import { hostOf } from "../../lib/format";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

interface BulkResultProps {
  answer: Answer<typeof bulkSend>;
  companies: readonly Pick<Company, "id" | "website" | "name">[];
  onClose: () => void;
}

/** What became of each company of a batch. */
export function BulkResult({ answer, companies, onClose }: BulkResultProps) {
  const { t } = useTranslation();
  const names = new Map(companies.map(({ id, website, name }) => [id, hostOf(website) || name]));
  return (
    <Dialog title={t(($) => $.mail.bulk.resultTitle)} onClose={onClose} footer={<Button look="primary" onClick={onClose}>{t(($) => $.common.close)}</Button>}>
      <div className="stack">
        {answer.sent_ids.length > 0 && <Banner tone="good">{t(($) => $.mail.bulk.sent, { count: answer.sent_ids.length })}</Banner>}
        {answer.failed.length > 0 && (
          <>
            <h3>{t(($) => $.mail.bulk.failedTitle)}</h3>
            <ul className="plain-list">
              {answer.failed.map(({ id, reason }) => <li key={id}>{names.get(id) ?? id} — {t(($) => $.mail.reasons[reason])}</li>)}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
