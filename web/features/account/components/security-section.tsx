import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { getSecurity, type Session } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatShortDate } from "../../../lib/format";
import { endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { Section } from "../../../ui/page/section";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { endAllSessions, endSession } from "../api/account-requests";
import { useSessionChanges } from "../hooks/use-session";
import "./security-section.css";
import { ChangePasswordDialog } from "./change-password-dialog";

/** How the user signs in, and the devices they are signed in on. */
export function SecuritySection({ email }: { email: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(getSecurity));
  const [changing, setChanging] = useState(false);
  const { has_password: hasPassword = false, has_google: hasGoogle = false } = data ?? {};
  const means = !hasPassword
    ? t(($) => $.account.security.withGoogle)
    : hasGoogle
      ? t(($) => $.account.security.withBoth)
      : t(($) => $.account.security.withPassword);
  return (
    <Section title={t(($) => $.account.security.title)} lead={t(($) => $.account.security.lead)}>
      {!data && !error && <Skeleton lines={4} label={t(($) => $.common.loading)} />}
      {!data && error && (
        <RetryBanner busy={isFetching} onRetry={() => void refetch()}>
          {t(($) => $.account.security.loadError)} {errorText(error)}
        </RetryBanner>
      )}
      {data && (
        <>
          <div className="row row-spread">
            <span className="soft">{means}</span>
            <Button icon="lock" onClick={() => setChanging(true)}>
              {hasPassword ? t(($) => $.account.security.change) : t(($) => $.account.security.choose)}
            </Button>
          </div>
          <h3 className="session-title">{t(($) => $.account.security.devices)}</h3>
          <ul className="session-list" aria-label={t(($) => $.account.security.devices)}>
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <LogOutEverywhere />
        </>
      )}
      {changing && <ChangePasswordDialog email={email} hasPassword={hasPassword} onClose={() => setChanging(false)} />}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const device = session.device === "" ? t(($) => $.account.security.unknown) : session.device;
  const since = formatShortDate(session.started_at, language);
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: async () => {
      notify.success(t(($) => $.account.security.ended, { device }));
      await client.invalidateQueries({ queryKey: endpointQuery(getSecurity).queryKey });
      // The pressed button is gone.
      document.getElementById(LOG_OUT_EVERYWHERE_ID)?.focus();
    },
    onError: (error) => {
      notify.error(
        errorText(
          error,
          t(($) => $.account.security.endError),
        ),
      );
      void client.invalidateQueries({ queryKey: endpointQuery(getSecurity).queryKey });
    },
  });
  return (
    <li className="row row-spread">
      <div>
        <strong>{device}</strong> {session.current && <Tag tone="good">{t(($) => $.account.security.here)}</Tag>}
        <p className="soft small">
          {t(($) => $.account.security.since, { date: since })}
          {!session.current && (
            <> · {t(($) => $.account.security.seen, { date: formatShortDate(session.last_seen_at, language) })}</>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={t(($) => $.account.security.endOne, { device, date: since })}
          onClick={() => end.mutate(session.id)}
        >
          {t(($) => $.account.security.end)}
        </Button>
      )}
    </li>
  );
}

const LOG_OUT_EVERYWHERE_ID = "log-out-everywhere";

function LogOutEverywhere() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { clearSession } = useSessionChanges();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: endAllSessions,
    onSuccess: () => {
      clearSession();
      navigate("/");
      notify.success(t(($) => $.account.security.everywhereDone));
    },
    onError: (error) => notify.error(errorText(error)),
    onSettled: () => setAsking(false),
  });
  return (
    <div>
      <Button id={LOG_OUT_EVERYWHERE_ID} icon="logout" onClick={() => setAsking(true)}>
        {t(($) => $.account.security.everywhere)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t(($) => $.account.security.everywhereQuestion)}
          text={<p>{t(($) => $.account.security.everywhereText)}</p>}
          confirm={t(($) => $.account.security.everywhere)}
          danger={false}
          busy={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
