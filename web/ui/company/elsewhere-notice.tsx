import { useTranslation } from "react-i18next";
import { ExternalLink } from "../button/external-link";
import { Banner } from "../status/banner";

/** Says that a company prefers applications on its own site, and leads there. */
export function ElsewhereNotice({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" action={<ExternalLink href={url}>{t(($) => $.common.contacts.elsewhereLink)}</ExternalLink>}>
      {t(($) => $.common.contacts.elsewhere)}
    </Banner>
  );
}
