import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation";
import { Button } from "../../ui/button";
import { Spinner } from "../../ui/spinner";
import "./dashboard.css";
import type { Selection } from "./use-selection";

/** Appears with the first row ticked and says what can be done with all of them. */
export function SelectionBar({ selection, wanting = false, children }: { selection: Selection; wanting?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  if (selection.ids.length === 0) return null;
  return (
    <section className="selection-bar" aria-label={t(($) => $.companies.selection.label)}>
      <span className="row">
        <strong className="numbers" role="status">{t(($) => $.companies.selection.count, { count: selection.ids.length })}</strong>
        {wanting && <Spinner label={t(($) => $.companies.selection.rest)} />}
        <Button size="small" look="quiet" onClick={selection.clear}>{t(($) => $.companies.selection.clear)}</Button>
      </span>
      <span className="row">{children}</span>
    </section>
  );
}
