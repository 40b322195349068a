import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Button, getButtonClass } from "../../../ui/button/button";
import { MailStatusIcon } from "../../../ui/mail/mail-status-icon";
import "./dashboard.css";
import type { Dashboard } from "../hooks/use-dashboard";
import { listReadyIds } from "../model/company-status";

interface NextStepProps {
  dashboard: Dashboard;
  /** Mails that one batch takes. */
  batchLimit: number;
  /** Link to the search. */
  find: ReactNode;
  onSelect: (ids: readonly string[]) => void;
}

/** The next step for the whole list: one sentence and one button. */
export function NextStep({ dashboard, batchLimit, find, onSelect }: NextStepProps) {
  const { counts, loaded, state, setState, isBlocked } = dashboard;
  const { t } = useTranslation();
  const ready = useMemo(() => listReadyIds(loaded, isBlocked, batchLimit), [loaded, isBlocked, batchLimit]);
  const done = counts.sent > 0 && counts.unsure === 0 && counts.no_email < counts.all;
  const queued = counts.queued > 0;
  const step = counts.ready > 0 ? "ready" : counts.to_write > 0 ? "to_write" : queued ? "queued" : done ? "sent" : null;
  if (step === null) return null;
  return (
    <section className="next-step" aria-label={t(($) => $.companies.next.label)}>
      <MailStatusIcon state={step === "queued" ? "sending" : step} />
      <p className="next-step-text">
        {step === "ready" && t(($) => $.companies.next.send, { count: counts.ready })}
        {step === "to_write" && t(($) => $.companies.next.write, { count: counts.to_write })}
        {step === "queued" && t(($) => $.companies.next.queued, { count: counts.queued })}
        {step === "sent" && t(($) => $.companies.next.search)}
        {step === "ready" && ready.length === batchLimit && (
          <span className="soft small"> {t(($) => $.companies.selection.readyHint, { limit: batchLimit })}</span>
        )}
      </p>
      {step === "ready" && ready.length > 0 && (
        <Button look="primary" onClick={() => onSelect(ready)}>
          {t(($) => $.companies.selection.ready, { count: ready.length })}
        </Button>
      )}
      {step === "to_write" && state !== "to_write" && (
        <Button look="primary" onClick={() => setState("to_write")}>
          {t(($) => $.companies.next.show)}
        </Button>
      )}
      {step === "queued" && (
        <Link to="/outbox" className={getButtonClass({ look: "primary" })}>
          {t(($) => $.common.nav.outbox)}
        </Link>
      )}
      {step === "sent" && find}
    </section>
  );
}
