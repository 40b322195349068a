import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { LIMITS } from "../../../../worker/contract/limits";
import type { OutboxStop } from "../../../../worker/contract/outbox";
import { Button, getButtonClass } from "../../../ui/button/button";
import { MailStatusIcon } from "../../../ui/mail/mail-status-icon";
import "./dashboard.css";
import type { Dashboard } from "../hooks/use-dashboard";

interface NextStepProps {
  dashboard: Dashboard;
  /** Letters read in one go. */
  batchLimit: number;
  /** What has to be done before anything can be sent: a sentence and its button. */
  beforeSending: { text: string; action: ReactNode } | null;
  /** That not all can leave today. */
  dayNotice: string | null;
  /** How many still can; null until it is known. */
  leftToday: number | null;
  /** What stopped the outbox. */
  outboxStop: OutboxStop | null;
  /** Applications that it is time to follow up. */
  due: number;
  /** Nothing can be written without a template. */
  needsTemplate: boolean;
  /** The order to write is on its way. */
  starting: boolean;
  /** A series of messages waits; another one cannot start. */
  hasSeries: boolean;
  /** The letters to review are being looked for. */
  finding: boolean;
  /** Link to the search. */
  find: ReactNode;
  onWrite: () => void;
  /** Opens the first letter that is ready, to be read before anything can be sent. */
  onRead: () => void;
  onReview: () => void;
}

const STEP_ICONS = {
  ready: "ready",
  to_write: "to_write",
  follow_up: "applied",
  queued: "sending",
  sent: "sent",
} as const;

/** The next step for the whole list: one sentence, and the button that does it. */
export function NextStep({
  dashboard,
  batchLimit,
  beforeSending,
  dayNotice,
  leftToday,
  outboxStop,
  due,
  needsTemplate,
  starting,
  hasSeries,
  finding,
  find,
  onWrite,
  onRead,
  onReview,
}: NextStepProps) {
  const { counts } = dashboard;
  const { t } = useTranslation();
  const unwritten = hasSeries ? 0 : Math.min(counts.to_write, LIMITS.bulkIds);
  // Those further down may not be loaded yet.
  const reviewed = Math.min(counts.ready, batchLimit);
  const done = !hasSeries && counts.sent > 0 && counts.unsure === 0 && counts.no_email < counts.all;
  const queued = counts.queued > 0;
  // What is sent meanwhile would only wait, too.
  const stopped = outboxStop !== null && (queued || counts.unsure > 0) ? outboxStop : null;
  if (stopped !== null)
    return (
      <section className="next-step" aria-label={t(($) => $.companies.next.label)}>
        <MailStatusIcon state={stopped === "by_user" ? "sending" : "unknown"} />
        <p className="next-step-text">
          {t(($) => $.companies.next.stopped[stopped], {
            count: stopped === "outcome_unknown" ? Math.max(1, counts.unsure) : counts.queued,
          })}
        </p>
        <Link to="/outbox" className={getButtonClass({ look: "primary" })}>
          {t(($) => $.companies.next.see)}
        </Link>
      </section>
    );
  const step =
    counts.ready > 0
      ? "ready"
      : unwritten > 0
        ? "to_write"
        : due > 0
          ? "follow_up"
          : queued
            ? "queued"
            : done
              ? "sent"
              : null;
  if (step === null) return null;
  const writeLook = step === "to_write" ? "primary" : "plain";
  const write =
    unwritten > 0 &&
    (needsTemplate ? (
      <Link to="/settings/template" className={getButtonClass({ look: writeLook })}>
        {t(($) => $.messages.errors.toTemplate)}
      </Link>
    ) : (
      <Button look={writeLook} icon="wand" busy={starting} onClick={onWrite}>
        {t(($) => $.companies.next.writeAll, { count: unwritten })}
      </Button>
    ));
  const blocked = step === "ready" && beforeSending;
  const notice =
    step === "ready"
      ? (beforeSending?.text ??
        dayNotice ??
        (reviewed < counts.ready && t(($) => $.companies.selection.readyHint, { limit: batchLimit })))
      : step === "to_write" && needsTemplate
        ? t(($) => $.messages.errors.templateRequired)
        : null;
  // Known before it is written, and before Gmail is connected.
  const limited = blocked ? counts.ready : step === "to_write" ? counts.to_write : 0;
  const dayLimit =
    leftToday !== null && leftToday < limited && t(($) => $.companies.next.dayLimit, { count: leftToday });
  return (
    <section className="next-step" aria-label={t(($) => $.companies.next.label)}>
      <MailStatusIcon state={STEP_ICONS[step]} />
      <p className="next-step-text">
        {step === "ready" && t(($) => $.companies.next.send, { count: counts.ready })}
        {step === "to_write" && t(($) => $.companies.next.write, { count: counts.to_write })}
        {step === "queued" && t(($) => $.companies.next.queued, { count: counts.queued })}
        {step === "follow_up" && t(($) => $.companies.next.followUp, { count: due })}
        {step === "sent" && t(($) => $.companies.next.search)}
        {notice && <span className={blocked ? "next-step-reason soft small" : "soft small"}> {notice}</span>}
        {dayLimit && <span className="soft small"> {dayLimit}</span>}
      </p>
      {due > 0 && (
        <Link to="/follow-ups" className={getButtonClass({ look: step === "follow_up" ? "primary" : "quiet" })}>
          {step === "follow_up" ? t(($) => $.companies.next.followUps) : t(($) => $.companies.next.due, { count: due })}
        </Link>
      )}
      {(step === "ready" || step === "to_write") && write}
      {/* A phone has room for two buttons. */}
      {blocked && !write && (
        <Button icon="envelope" busy={finding} onClick={onRead}>
          {t(($) => $.companies.selection.review)}
        </Button>
      )}
      {step === "ready" &&
        (blocked
          ? blocked.action
          : reviewed > 0 && (
              <Button look="primary" icon="envelope" busy={finding} onClick={onReview}>
                {t(($) => (leftToday === null ? $.mail.bulk.lookAgain : $.companies.next.review), { count: reviewed })}
              </Button>
            ))}
      {step === "queued" && (
        <Link to="/outbox" className={getButtonClass({ look: "primary" })}>
          {t(($) => $.common.nav.outbox)}
        </Link>
      )}
      {step === "sent" && find}
    </section>
  );
}
