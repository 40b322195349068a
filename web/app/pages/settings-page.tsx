import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settings } from "../../../worker/contract/account";
import { AccountSection, LanguageSection, VersionTag } from "../../features/account/account-section";
import { CvSection } from "../../features/account/cv-section";
import { DangerSection } from "../../features/account/danger-section";
import { DataSection } from "../../features/account/data-section";
import { SecuritySection } from "../../features/account/security-section";
import { useUser } from "../../features/account/session";
import { TemplateSection } from "../../features/account/template-section";
import { DoNotContactSection } from "../../features/mail/do-not-contact-section";
import { GmailSection } from "../../features/mail/gmail-section";
import { SentLog } from "../../features/mail/sent-log";
import { queryOf } from "../../lib/query-client";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Page } from "../../ui/page";
import { Skeleton } from "../../ui/spinner";

/** All that can be set, the mailbox first: it is what sending waits for. */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const { data, isError, refetch } = useQuery(queryOf(settings));
  return (
    <Page title={t(($) => $.account.settings.title)} narrow>
      {!data && !isError && <Skeleton lines={5} label={t(($) => $.common.loading)} />}
      {!data && isError && (
        <Banner tone="bad" action={<Button onClick={() => void refetch()}>{t(($) => $.common.retry)}</Button>}>
          {t(($) => $.account.settings.loadError)}
        </Banner>
      )}
      {data && user && (
        <>
          <GmailSection gmail={data.gmail} />
          <CvSection given={data} />
          <TemplateSection saved={data.template_message} />
          <SentLog account={data.gmail.email} />
          <DoNotContactSection />
          <AccountSection user={user} given={data} />
          <LanguageSection />
          <SecuritySection email={user.email} />
          <DataSection email={user.email} />
          <DangerSection email={user.email} />
        </>
      )}
      <VersionTag />
    </Page>
  );
}
