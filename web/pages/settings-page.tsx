import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../worker/contract/account";
import { AccountSection, LanguageSection, VersionTag } from "../features/account/components/account-section";
import { CvSection } from "../features/account/components/cv-section";
import { DeleteAccountSection } from "../features/account/components/delete-account-section";
import { ExportDataSection } from "../features/account/components/export-data-section";
import { FactsSection } from "../features/account/components/facts-section";
import { ProfilesSection } from "../features/account/components/profiles-section";
import { SecuritySection } from "../features/account/components/security-section";
import { SignatureSection } from "../features/account/components/signature-section";
import { TemplateSection } from "../features/account/components/template-section";
import { useUser } from "../features/account/hooks/use-session";
import { DoNotContactSection } from "../features/mail/components/do-not-contact-section";
import { GmailSection } from "../features/mail/components/gmail-section";
import { SentLog } from "../features/mail/components/sent-log";
import { endpointQuery } from "../lib/query-client";
import { useProfiles } from "../lib/use-profiles";
import { Button } from "../ui/button/button";
import { Page } from "../ui/page/page";
import { Banner } from "../ui/status/banner";
import { Skeleton } from "../ui/status/spinner";

/** All settings, the mailbox first: sending needs it. */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const { data, isError, refetch } = useQuery(endpointQuery(getSettings));
  const profiles = useProfiles();
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = profiles.find(({ id }) => id === shownId) ?? profiles[0];
  // The default one is in the settings.
  const profile = shown?.is_default === false ? shown : undefined;
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
          <ProfilesSection profiles={profiles} shown={shown} onShow={setShownId} />
          <CvSection settings={data} profile={profile} />
          <FactsSection settings={data} profile={profile} />
          <TemplateSection
            key={shown?.id}
            saved={profile ? profile.template_message : data.template_message}
            profileId={profile?.id}
          />
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
