import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { Banner } from "../../ui/banner";
import { Findings } from "../../ui/findings";
import { previewFor } from "./api";
import { blockOf } from "./rules";

/** What a send of this message, as it is saved, would want confirmed. Nothing while it could not be sent anyway. */
export function ReviewNotice({ company, linked }: { company: Company; /** Gmail is linked. */ linked: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...previewFor(company), enabled: linked && blockOf(company) === null });
  if (!data || data.preview.review.length === 0) return null;
  return (
    <Banner tone="warn">
      <p>{t(($) => $.mail.review.title)}</p>
      <Findings findings={data.preview.review} />
    </Banner>
  );
}
