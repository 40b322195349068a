import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Settings, User } from "../../../../worker/contract/account";
import { getHealth } from "../../../../worker/contract/monitoring";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate, formatClockTime } from "../../../lib/format";
import { endpointQuery } from "../../../lib/query-client";
import { LanguageSwitch } from "../../../ui/page/language-theme-switch";
import { Section } from "../../../ui/page/section";
import "./account-section.css";
import { useSwitchLanguage } from "../hooks/use-switch-language";

/** Who the account belongs to and what it may still send today. */
export function AccountSection({ user, given }: { user: User; given: Settings }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const sent = t(($) => $.account.settings.sentTodayValue, {
    sent: given.sent_today,
    limit: given.daily_limit,
    time: formatClockTime(given.resets_at, language),
  });
  return (
    <Section title={t(($) => $.account.settings.accountTitle)}>
      <dl className="facts">
        <div>
          <dt>{t(($) => $.account.settings.name)}</dt>
          <dd>{user.name}</dd>
        </div>
        <div>
          <dt>{t(($) => $.account.settings.email)}</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>{t(($) => $.account.settings.joined)}</dt>
          <dd>{formatDate(user.created_at, language)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.account.settings.sentToday)}</dt>
          <dd className="numbers">{sent}</dd>
        </div>
      </dl>
    </Section>
  );
}

export function LanguageSection() {
  const { t } = useTranslation();
  const choose = useSwitchLanguage();
  return (
    <Section title={t(($) => $.account.settings.languageTitle)} lead={t(($) => $.account.settings.languageLead)}>
      <LanguageSwitch onChange={choose} variant="navbar" />
    </Section>
  );
}

/** The version that is running, as its package.json has it. */
export function VersionTag() {
  const { t } = useTranslation();
  const version = useQuery(endpointQuery(getHealth)).data?.version;
  return version === undefined ? null : (
    <p className="soft small">
      <span className="visually-hidden">{t(($) => $.account.settings.version)} </span>v{version}
    </p>
  );
}
