import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Inbox, InboxAnswer } from "../../../../worker/contract/inbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { Switch } from "../../../ui/form/checkbox";
import { Section } from "../../../ui/page/section";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { notify } from "../../../ui/toast/notify";
import { closeInbox, openInbox, patchInbox, renewInboxAddress } from "../api/inbox-requests";
import { useInbox, useInboxChange } from "../hooks/use-inbox";
import "./inbox.css";
import { InboxCounts } from "./inbox-counts";
import { InboxSteps } from "./inbox-steps";

/** The address that the user's Gmail forwards answers to: setting it up, what has come, turning it off. */
export function InboxSection({ gmail }: Pick<Settings, "gmail">) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useInbox();
  // Has the focus after a button that is gone.
  const place = useRef<HTMLDivElement>(null);
  const open = useInboxChange(openInbox);
  return (
    <Section title={t(($) => $.inbox.title)} lead={t(($) => $.inbox.lead)}>
      {!data && !error && <Skeleton lines={4} label={t(($) => $.common.loading)} />}
      {!data && error && (
        <RetryBanner busy={isFetching} onRetry={() => void refetch()}>
          {t(($) => $.inbox.loadError)} {errorText(error)}
        </RetryBanner>
      )}
      {data && (
        <div ref={place} className="stack stack-loose inbox" tabIndex={-1}>
          {!data.available && <p className="prose">{t(($) => $.inbox.unavailable)}</p>}
          {data.available && !data.inbox && (
            <>
              <p className="soft prose">{t(($) => $.inbox.private)}</p>
              <div>
                <Button
                  look="primary"
                  busy={open.isPending}
                  disabledReason={gmail.connected ? undefined : t(($) => $.inbox.needsGmail)}
                  // What it opens stands in its place.
                  onClick={() => open.mutate(undefined, { onSuccess: () => place.current?.focus() })}
                >
                  {t(($) => $.inbox.open)}
                </Button>
              </div>
            </>
          )}
          {data.inbox && (
            <>
              <InboxSteps
                inbox={data.inbox}
                account={gmail.email}
                isChecking={isFetching}
                onCheck={() => void refetch()}
                onDone={() => place.current?.focus()}
              />
              <InboxCounts inbox={data.inbox} />
              <KeepExcerpts inbox={data.inbox} />
              <div className="row">
                <ConfirmedButton
                  label={t(($) => $.inbox.renew)}
                  question={t(($) => $.inbox.renewQuestion)}
                  text={t(($) => $.inbox.renewText)}
                  done={t(($) => $.inbox.renewed)}
                  change={renewInboxAddress}
                />
                <ConfirmedButton
                  label={t(($) => $.inbox.close)}
                  question={t(($) => $.inbox.closeQuestion)}
                  text={t(($) => $.inbox.closeText)}
                  done={t(($) => $.inbox.closed)}
                  change={closeInbox}
                />
              </div>
            </>
          )}
        </div>
      )}
    </Section>
  );
}

function KeepExcerpts({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation();
  const change = useInboxChange(patchInbox);
  return (
    <div className="stack stack-tight">
      <Switch
        label={t(($) => $.inbox.keep)}
        checked={change.isPending ? change.variables.keep_excerpts === true : inbox.keep_excerpts}
        onChange={(on) => change.mutate({ keep_excerpts: on })}
      />
      <p className="soft small">{t(($) => $.inbox.keepHint)}</p>
    </div>
  );
}

interface ConfirmedButtonProps {
  label: string;
  question: string;
  text: string;
  done: string;
  change: () => Promise<InboxAnswer>;
}

/** A button whose change is confirmed first. */
function ConfirmedButton({ label, question, text, done, change }: ConfirmedButtonProps) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useInboxChange(change);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {asking && (
        <ConfirmDialog
          title={question}
          text={<p>{text}</p>}
          confirm={label}
          busy={isPending}
          onConfirm={() =>
            mutate(undefined, {
              onSuccess: () => notify.success(done),
              onSettled: () => setAsking(false),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
