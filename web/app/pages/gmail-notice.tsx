import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Banner } from "../../ui/banner";

/** Something is ready and nothing can be sent yet: what is missing and where to do it. */
export function GmailNotice() {
  const { t } = useTranslation();
  return <Banner action={<Link to="/settings">{t(($) => $.mail.gmail.connect)}</Link>}>{t(($) => $.errors.gmail_required)}</Banner>;
}
