import { useTranslation } from "react-i18next";
import type { MailPreview } from "../../../../worker/contract/mail";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDay } from "../../../lib/format";
import { Banner } from "../../../ui/status/banner";

/** Says that a mail leaves later because its company is given time between applications. */
export function CourtesyNotice({ mail }: { mail: Pick<MailPreview, "free_at"> }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  if (mail.free_at === null) return null;
  return <Banner>{t(($) => $.mail.preview.freeAt, { date: formatDay(mail.free_at, language) })}</Banner>;
}
