import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRootClass } from "../../../lib/use-root-class";
import { Button } from "../../../ui/button/button";
import { Spinner } from "../../../ui/status/spinner";
import "./dashboard.css";
import type { Selection } from "../hooks/use-selection";

/** Appears with the first row ticked and says what can be done with all of them. */
export function SelectionBar({
  selection,
  loading = false,
  children,
}: {
  selection: Selection;
  /** Some of the selection is not loaded yet. */
  loading?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const count = selection.ids.length;
  const shown = count > 0;
  useRootClass("with-selection", shown);
  // The place of the number is there from the start, so that a screen reader says what comes into it.
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
      {shown && <span className="row">{children}</span>}
    </div>
  );
}
