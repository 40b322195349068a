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
  loading = false,
  children,
}: {
  selection: Selection;
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
        <strong className="numbers" role="status">
          {shown && t(($) => $.companies.selection.count, { count })}
        </strong>
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
