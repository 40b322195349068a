import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { LiveRegion } from "../status/live-region";
import { type FieldProps, FieldLayout, toDescribedBy } from "./field";
import "./combobox.css";

export interface ComboboxOption {
  key: string;
  content: ReactNode;
  choose: () => void;
}

interface ComboboxProps extends FieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (text: string) => void;
  /** Suggestions for the value; none closes the list, unless there is a note. */
  options: readonly ComboboxOption[];
  /** Names the list for screen readers. */
  listLabel: string;
  /** Enter takes the first option without an arrow key: the options are those of the present text. */
  isFirstTaken: boolean;
  /** Above the options: that they are loading, or why there are none. */
  note?: ReactNode;
  /** Said when the options change. */
  announcement: string;
  /** Enter where no option is marked. */
  onSubmit: () => void;
  onBlur: () => void;
}

/** A text field with suggestions: the combobox pattern of WAI-ARIA, where the focus stays in the field. */
export function Combobox({
  ref,
  label,
  hint,
  error,
  value,
  onChange,
  options,
  listLabel,
  isFirstTaken,
  note,
  announcement,
  onSubmit,
  onBlur,
}: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Key of the option that the arrow keys have reached. */
  const [reached, setReached] = useState<string>();
  const isShown = isOpen && (options.length > 0 || note !== undefined);
  const marked = isShown ? findMarked(options, reached, isFirstTaken) : -1;
  const toOptionId = (at: number) => `${id}-option-${at}`;

  useEffect(() => {
    if (marked >= 0) list.current?.children[marked]?.scrollIntoView({ block: "nearest" });
  }, [marked]);

  const close = () => {
    setOpen(false);
    setReached(undefined);
  };
  const choose = (option: ComboboxOption) => {
    close();
    option.choose();
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    // The first arrow key reaches the first option, though Enter would take it already.
    const from = isShown ? options.findIndex(({ key }) => key === reached) : -1;
    const start = from === -1 && step === -1 ? options.length : from;
    setReached(options[(start + step + options.length) % options.length]?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method takes these keys for itself.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (options.length === 0) return;
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const option = options[marked];
      if (option) choose(option);
      else onSubmit();
    } else if (event.key === "Escape" && isShown) close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="combobox">
      <FieldLayout id={id} label={label} hint={hint} error={error}>
        <input
          ref={ref}
          id={id}
          role="combobox"
          type="text"
          value={value}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown && options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={marked >= 0 ? toOptionId(marked) : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={toDescribedBy(id, hint, error)}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          onBlur={() => {
            close();
            onBlur();
          }}
          onChange={(event) => {
            setOpen(true);
            setReached(undefined);
            onChange(event.target.value);
          }}
        />
      </FieldLayout>
      {/* Pressing it must not take the focus from the field. */}
      <div
        role="presentation"
        className="combobox-popup"
        hidden={!isShown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {note !== undefined && <p className="combobox-note">{note}</p>}
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={listLabel} hidden={options.length === 0}>
          {options.map((option, at) => (
            <div
              key={option.key}
              id={toOptionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === marked}
              onClick={() => choose(option)}
              onKeyDown={onKeyDown}
            >
              {option.content}
            </div>
          ))}
        </div>
      </div>
      <LiveRegion>{isShown && announcement}</LiveRegion>
    </div>
  );
}

function findMarked(options: readonly ComboboxOption[], reached: string | undefined, isFirstTaken: boolean): number {
  const at = options.findIndex(({ key }) => key === reached);
  return at >= 0 ? at : isFirstTaken && options.length > 0 ? 0 : -1;
}
