import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getCurrentUser, getSettings, type Settings } from "../../../../worker/contract/account";
import { getHealth } from "../../../../worker/contract/monitoring";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate } from "../../../lib/format";
import { toQueryKey, endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { Icon } from "../../../ui/graphics/icon";
import { Section } from "../../../ui/page/section";
import { Banner } from "../../../ui/status/banner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { disconnectGmail } from "../api/mail-requests";
import { useGmailLink } from "../hooks/use-gmail-link";
import { useQueuedMails } from "../hooks/use-outbox";

/** The Gmail link: its state, and buttons to create and end it. */
export function GmailSection({
  gmail,
  account,
}: {
  gmail: Settings["gmail"];
  /** Its e-mail address. */ account: string;
}) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { link, linking, error } = useGmailLink();
  const off = useQuery(endpointQuery(getHealth)).data?.off.find(({ feature }) => feature === "gmail");
  const label = gmail.reconnect ? t(($) => $.mail.gmail.reconnect) : t(($) => $.mail.gmail.connect);
  return (
    <Section title={t(($) => $.mail.gmail.title)} lead={t(($) => $.mail.gmail.lead)}>
      {gmail.reconnect && <Banner tone="warn">{t(($) => $.mail.gmail.lost, { email: gmail.email ?? "Gmail" })}</Banner>}
      {error !== null && (
        <Banner tone="bad" alert>
          {error}
        </Banner>
      )}
      {gmail.connected ? (
        <>
          <div className="row row-spread">
            <div className="row">
              <Tag tone="good">
                <Icon name="check" />
                {t(($) => $.mail.gmail.connectedAs, { email: gmail.email ?? "Gmail" })}
              </Tag>
              {gmail.linked_at !== null && (
                <span className="soft small">
                  {t(($) => $.mail.gmail.since, { date: formatDate(gmail.linked_at, language) })}
                </span>
              )}
            </div>
            <DisconnectButton />
          </div>
          {gmail.email !== null && gmail.email.toLowerCase() !== account.toLowerCase() && (
            <p className="soft small">{t(($) => $.mail.gmail.other, { account })}</p>
          )}
        </>
      ) : (
        <div className="row row-spread">
          <span className="soft">
            {linking ? t(($) => $.mail.gmail.connecting) : t(($) => $.mail.gmail.notConnected)}
          </span>
          <Button
            look="primary"
            icon="envelope"
            busy={linking}
            disabledReason={off && t(($) => $.common.off, { missing: off.missing.join(", ") })}
            onClick={() => void link()}
          >
            {label}
          </Button>
        </div>
      )}
    </Section>
  );
}

function DisconnectButton() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: disconnectGmail,
    onSuccess: (answer) => {
      client.setQueryData(endpointQuery(getSettings).queryKey, answer);
      void client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) });
      notify.success(t(($) => $.mail.gmail.disconnected));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.mail.gmail.gmailDisconnectError),
        ),
      ),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t(($) => $.mail.gmail.disconnect)}</Button>
      {asking && (
        <ConfirmDialog
          title={t(($) => $.mail.gmail.disconnectQuestion)}
          text={<DisconnectText />}
          confirm={t(($) => $.mail.gmail.disconnect)}
          busy={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** What a disconnection does, also to the mails that wait. */
export function DisconnectText() {
  const { t } = useTranslation();
  const waiting = useQueuedMails().size;
  return (
    <>
      <p>{t(($) => $.mail.gmail.disconnectText)}</p>
      {waiting > 0 && <p>{t(($) => $.mail.gmail.disconnectWaiting, { count: waiting })}</p>}
    </>
  );
}
