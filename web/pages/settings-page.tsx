import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../worker/contract/account";
import { AccountSection, LanguageSection, VersionTag } from "../features/account/components/account-section";
import { CvSection } from "../features/account/components/cv-section";
import { DeleteAccountSection } from "../features/account/components/delete-account-section";
import { ExportDataSection } from "../features/account/components/export-data-section";
import { FactsSection } from "../features/account/components/facts-section";
import { SecuritySection } from "../features/account/components/security-section";
import { SignatureSection } from "../features/account/components/signature-section";
import { TemplateSection } from "../features/account/components/template-section";
import { useUser } from "../features/account/hooks/use-session";
import { DoNotContactSection } from "../features/mail/components/do-not-contact-section";
import { GmailSection } from "../features/mail/components/gmail-section";
import { SentLog } from "../features/mail/components/sent-log";
import { endpointQuery } from "../lib/query-client";
import { Button } from "../ui/button/button";
import { Page } from "../ui/page/page";
import { Banner } from "../ui/status/banner";
import { Skeleton } from "../ui/status/spinner";

/** All settings, the mailbox first: sending needs it. */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const { data, isError, refetch } = useQuery(endpointQuery(getSettings));
  // The sections come after the page: the browser found nothing to scroll to.
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded && location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [loaded]);
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
          <CvSection settings={data} />
          <FactsSection settings={data} />
          <TemplateSection saved={data.template_message} />
          <SignatureSection settings={data} />
          <SentLog account={data.gmail.email} />
          <DoNotContactSection />
          <AccountSection user={user} settings={data} />
          <LanguageSection />
          <SecuritySection email={user.email} />
          <ExportDataSection email={user.email} />
          <DeleteAccountSection email={user.email} />
        </>
      )}
      <VersionTag />
    </Page>
  );
}
