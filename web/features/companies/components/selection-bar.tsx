import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRootClass } from "../../../lib/use-root-class";
import { Button } from "../../../ui/button/button";
import { Spinner } from "../../../ui/status/spinner";
import "./dashboard.css";
import type { Selection } from "../hooks/use-selection";

/** Shown once a row is selected: the count, and what can be done with the selection. */
export function SelectionBar({
  selection,
  hiddenCount = 0,
  loading = false,
  children,
}: {
  selection: Selection;
  /** Selected companies that a filter hides. */
  hiddenCount?: number;
  /** Some selected companies are not loaded yet. */
  loading?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const count = selection.ids.length;
  const shown = count > 0;
  useRootClass("with-selection", shown);
  // Rendered from the start, so that screen readers announce the count.
  return (
    <div
      className={shown ? "selection-bar" : "visually-hidden"}
      {...(shown && { role: "region", "aria-label": t(($) => $.companies.selection.label) })}
    >
      <span className="row">
        <span role="status">
          {shown && <strong className="numbers">{t(($) => $.companies.selection.count, { count })}</strong>}
          {shown && hiddenCount > 0 && (
            <span className="numbers"> {t(($) => $.companies.selection.hidden, { count: hiddenCount })}</span>
          )}
        </span>
        {shown && loading && <Spinner label={t(($) => $.companies.selection.rest)} />}
        {shown && (
          <Button size="small" look="quiet" onClick={selection.clear}>
            {t(($) => $.companies.selection.clear)}
          </Button>
        )}
      </span>
      {shown && <div className="row selection-actions">{children}</div>}
    </div>
  );
}
