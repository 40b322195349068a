import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CompanyMail, CompanyPage } from "../../../../worker/contract/company-page";
import { translateErrorCode } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { Icon, type IconName } from "../../../ui/graphics/icon";
import { listTimelineEvents, type TimelineEvent } from "../model/timeline";

interface TimelineSectionProps {
  page: CompanyPage;
  /** Opens a mail in Gmail; of another feature. */
  mailLink: (mail: CompanyMail) => ReactNode;
}

/** What happened with a company, latest first. */
export function TimelineSection({ page, mailLink }: TimelineSectionProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <section className="company-part" aria-labelledby="company-timeline">
      <h2 id="company-timeline">{t(($) => $.company.timeline.title)}</h2>
      <ol className="timeline">
        {listTimelineEvents(page).map((event) => (
          <li key={toKey(event)}>
            <Icon name={chooseIcon(event)} />
            <div>
              <p>{describeEvent(event, t)}</p>
              <p className="soft small numbers">
                <time dateTime={event.at}>{formatDateTime(event.at, language)}</time>
              </p>
              {event.kind === "outcome" && event.excerpt !== null && (
                <blockquote className="quote soft small prewrap prose">{event.excerpt}</blockquote>
              )}
              {event.kind === "mail" && (
                <>
                  {event.mail.error !== null && event.mail.status === "failed" && (
                    <p className="small">{translateErrorCode(event.mail.error) ?? event.mail.error}</p>
                  )}
                  {event.mail.status !== "failed" && <p className="small">{mailLink(event.mail)}</p>}
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function toKey(event: TimelineEvent): string {
  if (event.kind === "mail") return event.mail.id;
  if (event.kind === "outcome") return event.id;
  const which =
    event.kind === "message"
      ? event.version
      : event.kind === "address"
        ? event.address
        : event.kind === "applied"
          ? event.way
          : event.kind === "called"
            ? event.step
            : "";
  return `${event.kind} ${which}`;
}

const MAIL_ICONS: Record<CompanyMail["status"], IconName> = {
  sending: "send",
  sent: "mark",
  failed: "warning",
  unknown: "warning",
  bounced: "back",
};

function chooseIcon(event: TimelineEvent): IconName {
  switch (event.kind) {
    case "added":
      return "plus";
    case "contacts":
      return "search";
    case "address":
      return "envelope";
    case "message":
      return event.author === "assistant" ? "wand" : "pen";
    case "mail":
      return MAIL_ICONS[event.mail.status];
    case "applied":
      return event.way === "phone" ? "phone" : "check";
    case "called":
      return "phone";
    case "outcome":
      return event.outcome === "bounced" ? "back" : "envelope";
    case "note":
      return "pen";
  }
}

function describeEvent(event: TimelineEvent, t: TFunction): string {
  switch (event.kind) {
    case "added":
      return event.byUser ? t(($) => $.company.timeline.addedByUser) : t(($) => $.company.timeline.added);
    case "contacts":
      return t(($) => $.company.timeline.contacts, { count: event.count });
    case "address":
      return t(($) => $.company.timeline.address, { address: event.address });
    case "message":
      return t(($) => $.company.timeline.text[event.author]);
    case "mail": {
      const { status, test, step, recipient: address } = event.mail;
      if (test) return t(($) => $.company.timeline.test[status], { address });
      return step > 0
        ? t(($) => $.company.timeline.followUp[status], { address })
        : t(($) => $.company.timeline.mail[status], { address });
    }
    case "applied":
      return t(($) => $.company.timeline.applied[event.way]);
    case "called":
      return t(($) => $.company.timeline.called);
    case "outcome":
      return t(($) => $.company.timeline.outcome[event.outcome]);
    case "note":
      return t(($) => $.company.timeline.note);
  }
}
