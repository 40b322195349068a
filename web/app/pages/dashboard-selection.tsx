import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../worker/contract/limits";
import { NextStep } from "../../features/companies/next-step";
import { countStates } from "../../features/companies/rules";
import { SelectionBar } from "../../features/companies/selection-bar";
import type { Dashboard } from "../../features/companies/use-dashboard";
import { useMove } from "../../features/companies/use-moves";
import { useNoneReadyText } from "../../features/mail/use-none-ready-text";
import { BulkWriteButton } from "../../features/messages/bulk-button";
import type { BulkWriting } from "../../features/messages/use-bulk-writing";
import { Button } from "../../ui/button";
import { onDemand } from "../../ui/on-demand";
import { SearchLink } from "./search-link";
import type { Sending } from "./use-sending";

const BulkSendDialog = onDemand(async () => (await import("../../features/mail/bulk-send-dialog")).BulkSendDialog);

interface DashboardSelectionProps {
  dashboard: Dashboard;
  bulk: BulkWriting;
  sending: Sending;
  /** Opens the mail of one company. */
  onLook: (id: string) => void;
}

/** What can be done with the rows ticked: write, send, archive. */
export function DashboardSelection({ dashboard, bulk, sending: { settings, from }, onLook }: DashboardSelectionProps) {
  const { t } = useTranslation();
  const { selection, selected, wanting, isBlocked } = dashboard;
  const archive = useMove("archived");
  const noneReadyText = useNoneReadyText();
  const [confirming, setConfirming] = useState(false);
  const { ready } = useMemo(() => countStates(selected, isBlocked), [selected, isBlocked]);
  const limit = settings?.limits.bulk_send ?? LIMITS.bulkSend;
  const start = useRef<HTMLSpanElement>(null);
  // What is pressed here goes away: the keyboard goes on from this place, not from the top of the page.
  const fromHere = (action: () => void) => () => {
    start.current?.focus();
    action();
  };

  const reason =
    from === null
      ? t(($) => $.errors.gmail_required)
      : ready === 0
        ? noneReadyText(selected)
        : ready > limit
          ? t(($) => $.mail.bulk.tooMany, { limit, count: ready })
          : undefined;
  return (
    <>
      <span ref={start} tabIndex={-1} className="visually-hidden" />
      {selection.ids.length === 0 && (
        <NextStep
          dashboard={dashboard}
          find={<SearchLink primary />}
          onSelect={(ids) => fromHere(() => selection.set(ids))()}
        />
      )}
      <SelectionBar selection={{ ...selection, clear: fromHere(selection.clear) }} wanting={wanting}>
        <BulkWriteButton companies={selected} bulk={bulk} />
        <Button icon="send" look="primary" disabledReason={reason} onClick={() => setConfirming(true)}>
          {ready === 0 ? t(($) => $.companies.selection.send) : t(($) => $.mail.bulk.send, { count: ready })}
        </Button>
        <Button icon="archive" className="tuck" busy={archive.isPending} onClick={() => archive.mutate(selection.ids)}>
          {t(($) => $.companies.selection.archive)}
        </Button>
      </SelectionBar>
      {confirming && settings && (
        <BulkSendDialog
          companies={selected}
          settings={settings}
          onClose={() => setConfirming(false)}
          onSent={() => selection.clear()}
          onLook={onLook}
        />
      )}
    </>
  );
}
