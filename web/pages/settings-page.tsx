import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "wouter";
import * as z from "zod/mini";
import { getSettings, type Settings, type User } from "../../worker/contract/account";
import { MessageLanguage } from "../../worker/contract/field-schemas";
import type { Profile } from "../../worker/contract/profiles";
import { AccountSection, LanguageSection, VersionTag } from "../features/account/components/account-section";
import { CvFactsSection } from "../features/account/components/cv-facts-section";
import { CvSection } from "../features/account/components/cv-section";
import { DeleteAccountSection } from "../features/account/components/delete-account-section";
import { ExportDataSection } from "../features/account/components/export-data-section";
import { LetterSection } from "../features/account/components/letter-section";
import { ProfilesSection } from "../features/account/components/profiles-section";
import { ReplyAddressSection } from "../features/account/components/reply-address-section";
import { ReportSection } from "../features/account/components/report-section";
import { SecuritySection } from "../features/account/components/security-section";
import { SignatureSection } from "../features/account/components/signature-section";
import { TemplateSection } from "../features/account/components/template-section";
import { useUser } from "../features/account/hooks/use-session";
import { InboxSection } from "../features/inbox/components/inbox-section";
import { DoNotContactSection } from "../features/mail/components/do-not-contact-section";
import { GmailSection } from "../features/mail/components/gmail-section";
import { endpointQuery } from "../lib/query-client";
import { SETTINGS_SECTIONS, type SettingsSection } from "../lib/settings-sections";
import { changeUrlState } from "../lib/url-state";
import { useProfileList } from "../lib/use-profiles";
import { useUrlState } from "../lib/use-url-state";
import { Button } from "../ui/button/button";
import { ProfileSelect } from "../ui/form/profile-select";
import { Icon } from "../ui/graphics/icon";
import { Page } from "../ui/page/page";
import { Banner } from "../ui/status/banner";
import { Skeleton } from "../ui/status/spinner";

/** The profile whose CV, facts and template are shown; the language of one to add. */
const URL_PARAMETERS = { profile: z.string().check(z.minLength(1)), add: MessageLanguage };

/** Which profile's CV, facts and template are shown. */
interface ProfileChoice {
  /** Empty for a user who has only the default one. */
  profiles: readonly Profile[];
  shown: Profile | undefined;
  /** The shown one, unless it is the default one: that is in the settings. */
  other: Profile | undefined;
  onShow: (id: string) => void;
  /** Language of a profile to add, asked for by a link. */
  adding: MessageLanguage | undefined;
  onAdded: () => void;
}

const SECTIONS: Record<SettingsSection, (settings: Settings, user: User, profileChoice: ProfileChoice) => ReactNode> = {
  gmail: ({ gmail }, user) => <GmailSection gmail={gmail} account={user.email} />,
  answers: (settings) => (
    <>
      <InboxSection gmail={settings.gmail} />
      <ReplyAddressSection settings={settings} />
    </>
  ),
  cv: (settings, _, { profiles, shown, other, onShow, adding, onAdded }) => (
    <>
      <ProfilesSection profiles={profiles} shown={shown} onShow={onShow} adding={adding} onAdded={onAdded} />
      <CvSection settings={settings} profile={other} shownProfileId={profiles.length > 1 ? shown?.id : undefined} />
      <LetterSection settings={settings} />
      <CvFactsSection settings={settings} profile={other} />
    </>
  ),
  template: (settings, _, { profiles, shown, other, onShow }) => (
    <>
      <ProfileSelect profiles={profiles} value={shown?.id ?? null} onChange={onShow} />
      <TemplateSection
        key={shown?.id}
        saved={other ? other.template_message : settings.template_message}
        profileId={other?.id}
      />
      <SignatureSection settings={settings} />
    </>
  ),
  "do-not-contact": () => <DoNotContactSection />,
  account: (settings, user) => (
    <>
      <AccountSection user={user} settings={settings} />
      <LanguageSection />
    </>
  ),
  security: (_, user) => <SecuritySection email={user.email} />,
  data: (_, user) => (
    <>
      <ReportSection />
      <ExportDataSection email={user.email} />
      <DeleteAccountSection email={user.email} />
    </>
  ),
};

/** The settings: a list of sections, each with an address. Without one, a phone shows the list, others the mailbox. */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const { section } = useParams<{ section?: string }>();
  const chosen = SETTINGS_SECTIONS.find((each) => each === section);
  const shown = chosen ?? "gmail";
  const [{ profile: shownId, add: adding }, changeUrl] = useUrlState(URL_PARAMETERS);
  // The choice of a profile holds for all sections.
  const search = changeUrlState("", { profile: shownId });
  const settings = useQuery(endpointQuery(getSettings));
  const profileList = useProfileList();
  const profiles = profileList.data?.profiles ?? [];
  const shownProfile = profiles.find(({ id }) => id === shownId) ?? profiles[0];
  const profileChoice: ProfileChoice = {
    profiles,
    shown: shownProfile,
    other: shownProfile?.is_default === false ? shownProfile : undefined,
    onShow: (profile) => changeUrl({ profile }),
    adding,
    onAdded: () => changeUrl({ add: undefined }),
  };
  // The sections come after the page: the browser found nothing to scroll to.
  const needed = shown === "cv" || shown === "template" ? [settings, profileList] : [settings];
  const failed = needed.filter(({ data, isError }) => data === undefined && isError);
  const isLoading = needed.some(
    ({ data, isError, fetchStatus }) => data === undefined && !isError && fetchStatus !== "idle",
  );
  const loaded = failed.length === 0 && !isLoading;
  useEffect(() => {
    if (loaded && location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [loaded]);
  const retry = () => {
    for (const query of failed) void query.refetch();
  };
  return (
    <Page title={t(($) => $.account.settings.title)} narrow>
      <div className={chosen ? "settings in-section" : "settings"}>
        <nav className="settings-list" aria-label={t(($) => $.account.settings.sections.label)}>
          <ul>
            {SETTINGS_SECTIONS.map((each) => (
              <li key={each}>
                <Link
                  to={`/settings/${each}${search}`}
                  className={each === shown ? "settings-entry shown" : "settings-entry"}
                  aria-current={each === shown ? "page" : undefined}
                >
                  <span>{t(($) => $.account.settings.sections[each])}</span>
                  <Icon name="chevron" />
                </Link>
              </li>
            ))}
            <li>
              <Link to="/sent" className="settings-entry">
                <span>{t(($) => $.mail.log.title)}</span>
                <Icon name="chevron" />
              </Link>
            </li>
          </ul>
          <VersionTag />
        </nav>
        <div className="settings-section">
          <Link to={`/settings${search}`} className="settings-back">
            <Icon name="back" />
            {t(($) => $.account.settings.sections.all)}
          </Link>
          {isLoading && <Skeleton lines={5} label={t(($) => $.common.loading)} />}
          {failed.length > 0 && (
            <Banner tone="bad" action={<Button onClick={retry}>{t(($) => $.common.retry)}</Button>}>
              {t(($) => $.account.settings.loadError)}
            </Banner>
          )}
          {loaded && settings.data && user && SECTIONS[shown](settings.data, user, profileChoice)}
        </div>
      </div>
    </Page>
  );
}
