import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Settings, User } from "../../../../worker/contract/account";
import { getHealth } from "../../../../worker/contract/monitoring";
import { getOutbox } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate } from "../../../lib/format";
import { endpointQuery } from "../../../lib/query-client";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { Button } from "../../../ui/button/button";
import { LanguageSwitch } from "../../../ui/page/language-theme-switch";
import { Section } from "../../../ui/page/section";
import "./account-section.css";
import { useSwitchLanguage } from "../hooks/use-switch-language";
import { ChangeNameDialog } from "./change-name-dialog";

/** The account's owner and today's sending quota. */
export function AccountSection({ user, settings }: { user: User; settings: Settings }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [renaming, setRenaming] = useState(false);
  // A mailbox begins with less than the daily limit.
  const outbox = useQuery(endpointQuery(getOutbox));
  const today = outbox.data?.outbox.today;
  const limit = today?.limit ?? settings.daily_limit;
  const sent = t(($) => $.account.settings.sentTodayValue, {
    sent: Math.max(today?.sent ?? 0, settings.sent_today),
    limit,
    time: formatSpokenTime(settings.resets_at, language),
  });
  return (
    <Section title={t(($) => $.account.settings.accountTitle)}>
      <dl className="facts">
        <div>
          <dt>{t(($) => $.account.settings.name)}</dt>
          <dd className="row">
            {user.name}
            <Button size="small" icon="pen" onClick={() => setRenaming(true)}>
              {t(($) => $.account.settings.nameChange)}
            </Button>
          </dd>
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
          <dd>
            {outbox.isPending ? t(($) => $.common.loading) : sent}
            {limit < settings.daily_limit && (
              <p className="soft small">{t(($) => $.account.settings.limitRises, { max: settings.daily_limit })}</p>
            )}
          </dd>
        </div>
      </dl>
      {renaming && <ChangeNameDialog name={user.name} onClose={() => setRenaming(false)} />}
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

/** The running version, as in package.json. */
export function VersionTag() {
  const { t } = useTranslation();
  const version = useQuery(endpointQuery(getHealth)).data?.version;
  return version === undefined ? null : (
    <p className="soft small">
      <span className="visually-hidden">{t(($) => $.account.settings.version)} </span>v{version}
    </p>
  );
}
