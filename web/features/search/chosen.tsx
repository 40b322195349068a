import { IconButton } from "../../ui/button";

interface ChosenProps<T> {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  nameOf: (item: T) => string;
  removeLabel: (name: string) => string;
  onRemove: (item: T) => void;
}

/** What has been chosen so far, each with a way to take it out. */
export function Chosen<T>({ title, items, keyOf, nameOf, removeLabel, onRemove }: ChosenProps<T>) {
  return (
    <section className="stack stack-tight" aria-live="polite">
      <h3 className="numbers">{title}</h3>
      <ul className="chosen">
        {items.map((item) => (
          <li key={keyOf(item)}>
            {nameOf(item)}
            <IconButton icon="cross" size="small" label={removeLabel(nameOf(item))} onClick={() => onRemove(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
