import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import { previewQuery } from "../api/mail-requests";
import { findSendBlock } from "../model/rules-send";

/**
 * The findings that a send of the saved message would ask to confirm, but for the sentences without source, which are
 * marked in the text. Nothing while it cannot be sent.
 */
export function LetterFindingsNotice({
  company,
  linked,
}: {
  company: Company;
  /** Gmail is linked. */ linked: boolean;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...previewQuery(company), enabled: linked && findSendBlock(company) === null });
  const findings = data?.preview.review.filter(({ code }) => code !== "unsupported_sentence") ?? [];
  if (findings.length === 0) return null;
  return (
    <Banner tone="warn">
      <p>{t(($) => $.mail.review.title)}</p>
      <LetterFindingList findings={findings} />
    </Banner>
  );
}
