import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OutboxMail } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDay } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { LiveRegion } from "../../../ui/status/live-region";
import { useOutboxChange } from "../hooks/use-outbox";
import { formatMailName, groupByDay, moveMail, sortByDeparture } from "../model/rules-outbox";
import { OutboxRow } from "./outbox-row";

const ScheduleDialog = createLazyDialog(async () => (await import("./schedule-dialog")).ScheduleDialog);

interface OutboxListProps {
  mails: readonly OutboxMail[];
  isStopped: boolean;
  hasOfficeHours: boolean;
  /** Opens the mail as it will be sent. */
  onOpen: (mail: OutboxMail) => void;
}

/** What leaves when, by day, and what can be done with some of it or with all. */
export function OutboxList({ mails, isStopped, hasOfficeHours, onOpen }: OutboxListProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const change = useOutboxChange();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [scheduling, setScheduling] = useState(false);
  const [moved, setMoved] = useState<string>();
  const open = sortByDeparture(mails);
  const movable = open.filter(({ status }) => status !== "sending");
  const ids = movable.map(({ company_id: id }) => id);
  const selected = movable.filter(({ company_id: id }) => chosen.has(id));
  const selectedIds = selected.map(({ company_id: id }) => id);
  const place = ids.indexOf(moved ?? "");
  const movedMail = movable[place];

  const choose = (id: string, yes: boolean) =>
    setChosen((before) => new Set(yes ? [...before, id] : [...before].filter((other) => other !== id)));
  const reorder = (order: readonly string[], id: string | undefined) =>
    change.mutate({ do: "reorder", ids: order }, { onSuccess: () => setMoved(id) });
  const takeOut = (out: readonly string[]) => change.mutate({ do: "take_out", ids: out });
  return (
    <div className="stack">
      <div className="outbox-tools">
        <span className="row">
          <Checkbox
            label={t(($) => $.outbox.selectAll)}
            checked={ids.length > 0 && selected.length === ids.length}
            mixed={selected.length > 0}
            disabled={ids.length === 0}
            onChange={(yes) => setChosen(new Set(yes ? ids : []))}
          />
          <span role="status" className="soft">
            {selected.length > 0 && t(($) => $.outbox.selected, { count: selected.length })}
          </span>
        </span>
        {selected.length > 0 && (
          <div className="row" role="group" aria-label={t(($) => $.companies.selection.label)}>
            <Button
              size="small"
              icon="top"
              disabled={change.isPending}
              onClick={() => reorder(selectedIds, selectedIds[0])}
            >
              {t(($) => $.outbox.first)}
            </Button>
            <Button size="small" icon="clock" disabled={change.isPending} onClick={() => setScheduling(true)}>
              {t(($) => $.outbox.schedule)}
            </Button>
            {selected.some(({ send_at: chosenTime }) => chosenTime !== null) && (
              <Button
                size="small"
                disabled={change.isPending}
                onClick={() => change.mutate({ do: "schedule", ids: selectedIds, sendAt: null })}
              >
                {t(($) => $.outbox.soon)}
              </Button>
            )}
            <Button size="small" icon="cross" disabled={change.isPending} onClick={() => takeOut(selectedIds)}>
              {t(($) => $.outbox.takeOut)}
            </Button>
          </div>
        )}
      </div>
      <LiveRegion>
        {movedMail &&
          t(($) => $.outbox.moved, { name: formatMailName(movedMail), at: place + 1, total: movable.length })}
      </LiveRegion>
      {groupByDay(open).map(({ day, mails: ofDay }) => (
        <section key={day ?? ""} className="stack stack-tight" aria-label={day ? formatDay(day, language) : undefined}>
          <h2 className="outbox-day">
            {day
              ? formatDay(day, language)
              : isStopped
                ? t(($) => $.outbox.paused)
                : ofDay.some(({ waits_for: reason }) => reason === "gmail_disconnected")
                  ? t(($) => $.outbox.awaitsGmail)
                  : t(($) => $.outbox.noTime)}
          </h2>
          <ul className="outbox-list">
            {ofDay.map((mail) => {
              const at = ids.indexOf(mail.company_id);
              return (
                <OutboxRow
                  key={mail.company_id}
                  mail={mail}
                  chosen={chosen.has(mail.company_id)}
                  isFirst={at <= 0}
                  isLast={at === ids.length - 1}
                  busy={change.isPending}
                  onChoose={(yes) => choose(mail.company_id, yes)}
                  onMove={(step) => reorder(moveMail(ids, mail.company_id, step), mail.company_id)}
                  onTakeOut={() => takeOut([mail.company_id])}
                  onOpen={() => onOpen(mail)}
                />
              );
            })}
          </ul>
        </section>
      ))}
      {scheduling && (
        <ScheduleDialog
          count={selected.length}
          hasOfficeHours={hasOfficeHours}
          busy={change.isPending}
          onClose={() => setScheduling(false)}
          onChoose={(sendAt) =>
            change.mutate({ do: "schedule", ids: selectedIds, sendAt }, { onSuccess: () => setScheduling(false) })
          }
        />
      )}
    </div>
  );
}
