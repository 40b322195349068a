import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../../ui/button/button";

interface ChosenListProps<T> {
  /** Undefined where there is nothing to say. */
  title: string | undefined;
  items: readonly T[];
  getKey: (item: T) => string;
  getName: (item: T) => string;
  removeLabel: (name: string) => string;
  onRemove: (item: T) => void;
  /** A control of its own for each value. */
  renderControl?: (item: T) => ReactNode;
}

/** Chosen values, each with a button to remove it. */
export function ChosenList<T>({
  title,
  items,
  getKey,
  getName,
  removeLabel,
  onRemove,
  renderControl,
}: ChosenListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { length } = items;
  useEffect(() => {
    // What was typed may lie under the buttons at the foot; what was ticked is seen where it was ticked.
    if (length > 0 && document.activeElement?.matches("input:not([type=checkbox])"))
      list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [length]);
  return (
    <section className="stack stack-tight" aria-live="polite">
      {title !== undefined && <h3>{title}</h3>}
      <ul ref={list} className="chosen">
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
