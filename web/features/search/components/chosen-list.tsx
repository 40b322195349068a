import type { ReactNode } from "react";
import { IconButton } from "../../../ui/button/button";

interface ChosenListProps<T> {
  title: string;
  items: readonly T[];
  getKey: (item: T) => string;
  getName: (item: T) => string;
  removeLabel: (name: string) => string;
  onRemove: (item: T) => void;
  /** A control of its own for each value. */
  renderControl?: (item: T) => ReactNode;
}

/** The values chosen so far, each with a button to remove it. */
export function ChosenList<T>({
  title,
  items,
  getKey,
  getName,
  removeLabel,
  onRemove,
  renderControl,
}: ChosenListProps<T>) {
  return (
    <section className="stack stack-tight" aria-live="polite">
      <h3 className="numbers">{title}</h3>
      <ul className="chosen">
        {items.map((item) => (
          <li key={getKey(item)}>
            {getName(item)}
            {renderControl?.(item)}
            <IconButton icon="cross" size="small" label={removeLabel(getName(item))} onClick={() => onRemove(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
