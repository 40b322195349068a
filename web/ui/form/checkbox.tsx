import { type ReactNode, useId } from "react";
import "./field.css";

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  /** Some but not all items are checked. */
  mixed?: boolean;
  disabled?: boolean;
  hint?: ReactNode;
  /** The label is only for screen readers, as in table rows. */
  bare?: boolean;
}

export function Checkbox({ label, checked, onChange, mixed = false, disabled, hint, bare = false }: CheckboxProps) {
  const id = useId();
  return (
    <label className={bare ? "choice bare" : "choice"}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={bare ? label : undefined}
        aria-describedby={hint === undefined ? undefined : id}
        ref={(input) => {
          if (input) input.indeterminate = mixed && !checked;
        }}
        onChange={(event) =>
          onChange(event.target.checked, {
            shiftKey: event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
          })
        }
      />
      {!bare && (
        <ChoiceText hint={hint} hintId={id}>
          {label}
        </ChoiceText>
      )}
    </label>
  );
}

function ChoiceText({ hint, hintId, children }: { hint: ReactNode; hintId: string; children: ReactNode }) {
  return (
    <span>
      {children}
      {hint !== undefined && (
        <span id={hintId} className="choice-hint soft small">
          {hint}
        </span>
      )}
    </span>
  );
}

/** An on/off switch that takes effect at once. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
  hint,
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  hint?: ReactNode;
}) {
  const id = useId();
  return (
    <label className="choice">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <ChoiceText hint={hint} hintId={id}>
        {label}
      </ChoiceText>
    </label>
  );
}
