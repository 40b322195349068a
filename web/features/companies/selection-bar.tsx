import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation";
import { Announced } from "../../ui/announced";
import { Button } from "../../ui/button";
import { Spinner } from "../../ui/spinner";
import "./dashboard.css";
import type { Selection } from "./use-selection";

/** Appears with the first row ticked and says what can be done with all of them. */
export function SelectionBar({ selection, wanting = false, children }: { selection: Selection; wanting?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const count = selection.ids.length === 0 ? null : t(($) => $.companies.selection.count, { count: selection.ids.length });
  const told = <Announced>{count}</Announced>;
  if (count === null) return told;
  return (
    <>
      {told}
      <section className="selection-bar" aria-label={t(($) => $.companies.selection.label)}>
        <span className="row">
          <strong className="numbers" aria-hidden="true">{count}</strong>
          {wanting && <Spinner label={t(($) => $.companies.selection.rest)} />}
          <Button size="small" look="quiet" onClick={selection.clear}>{t(($) => $.companies.selection.clear)}</Button>
        </span>
        <span className="row">{children}</span>
      </section>
    </>
  );
}
