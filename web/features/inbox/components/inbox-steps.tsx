import { useTranslation } from "react-i18next";
import type { Inbox } from "../../../../worker/contract/inbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate, formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { CopyValue } from "../../../ui/button/copy-value";
import { ExternalLink } from "../../../ui/button/external-link";
import { Icon } from "../../../ui/graphics/icon";
import { Banner } from "../../../ui/status/banner";
import { patchInbox } from "../api/inbox-requests";
import { useInboxChange } from "../hooks/use-inbox";

interface InboxStepsProps {
  inbox: Inbox;
  /** The linked Gmail address; null when unknown. */
  account: string | null;
  isChecking: boolean;
  onCheck: () => void;
  /** The user has set the filter: the button that said so is gone. */
  onDone: () => void;
}

/** How to set the address up in Gmail; folded once the user has. */
export function InboxSteps(props: InboxStepsProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { filter } = props.inbox;
  const label = t(($) => $.inbox.steps.label);
  if (filter.set_at === null)
    return (
      <section className="stack" aria-labelledby="inbox-steps">
        <div className="stack stack-tight">
          <h3 id="inbox-steps">{label}</h3>
          <p className="soft">{t(($) => $.inbox.steps.lead)}</p>
        </div>
        <Steps {...props} />
      </section>
    );
  return (
    <div className="stack">
      <p className="row">
        <Icon name="check" />
        {t(($) => $.inbox.steps.filterSince, { date: formatDate(filter.set_at, language) })}
      </p>
      {filter.is_outdated && (
        <Banner tone="warn">
          <div className="stack stack-tight">
            <p>{t(($) => $.inbox.steps.outdated)}</p>
            <FilterTexts texts={filter.texts} />
            <FilterDone onDone={props.onDone} />
          </div>
        </Banner>
      )}
      <details className="inbox-fold">
        <summary>
          <Icon name="chevron" />
          <h3>{label}</h3>
        </summary>
        <Steps {...props} />
      </details>
    </div>
  );
}

function Steps({ inbox, account, isChecking, onCheck, onDone }: InboxStepsProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { confirmation, filter } = inbox;
  return (
    <ol className="inbox-steps">
      <li className="stack stack-tight">
        <h4>{t(($) => $.inbox.steps.address)}</h4>
        <p>{t(($) => $.inbox.steps.addressText)}</p>
        <dl>
          <CopyValue label={t(($) => $.inbox.steps.addressLabel)} value={inbox.address} />
        </dl>
        <p>
          <ExternalLink href={buildForwardingSettingsUrl(account)}>
            {t(($) => $.inbox.steps.openGmail)} <Icon name="external" />
          </ExternalLink>
        </p>
      </li>
      <li className="stack stack-tight">
        <h4>{t(($) => $.inbox.steps.confirm)}</h4>
        <div className="stack stack-tight" role="status">
          {confirmation === null ? (
            <p>{t(($) => $.inbox.steps.waiting)}</p>
          ) : (
            <>
              <p>{t(($) => $.inbox.steps.arrived, { date: formatDateTime(confirmation.at, language) })}</p>
              {confirmation.code !== null && (
                <>
                  <dl>
                    <CopyValue label={t(($) => $.inbox.steps.codeLabel)} value={confirmation.code} />
                  </dl>
                  <p>{t(($) => $.inbox.steps.codeText)}</p>
                </>
              )}
              {confirmation.link !== null && (
                <p>
                  <ExternalLink href={confirmation.link}>
                    {t(($) => $.inbox.steps.link)} <Icon name="external" />
                  </ExternalLink>
                </p>
              )}
            </>
          )}
        </div>
        {confirmation === null && (
          <div>
            <Button size="small" busy={isChecking} onClick={onCheck}>
              {t(($) => $.inbox.steps.check)}
            </Button>
          </div>
        )}
      </li>
      <li className="stack stack-tight">
        <h4>{t(($) => $.inbox.steps.filter)}</h4>
        <p>{t(($) => $.inbox.steps.filterText)}</p>
        <FilterTexts texts={filter.texts} />
        <p>{t(($) => $.inbox.steps.forwardText)}</p>
        {filter.set_at === null && <FilterDone onDone={onDone} />}
      </li>
    </ol>
  );
}

/** What to paste, one text a filter. */
function FilterTexts({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      {texts.length > 1 && <p>{t(($) => $.inbox.steps.several, { count: texts.length })}</p>}
      <dl className="stack stack-tight">
        {texts.map((text, at) => (
          <CopyValue
            key={text}
            label={
              texts.length === 1
                ? t(($) => $.inbox.steps.filterLabel)
                : t(($) => $.inbox.steps.filterLabels, { number: at + 1 })
            }
            value={text}
          />
        ))}
      </dl>
    </>
  );
}

/** Says that the present texts are in Gmail. */
function FilterDone({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const change = useInboxChange(patchInbox);
  return (
    <div>
      <Button
        size="small"
        icon="check"
        busy={change.isPending}
        onClick={() => change.mutate({ filter_set: true }, { onSuccess: onDone })}
      >
        {t(($) => $.inbox.steps.filterSet)}
      </Button>
    </div>
  );
}

/** The part of Gmail's settings about forwarding. */
function buildForwardingSettingsUrl(account: string | null): string {
  const who = account === null ? "" : `?${new URLSearchParams({ authuser: account }).toString()}`;
  return `https://mail.google.com/mail/${who}#settings/fwdandpop`;
}
