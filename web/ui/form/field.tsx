import {
  type ClipboardEvent,
  type InputEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { isCutByPaste } from "./is-cut-by-paste";
import "./field.css";

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Translated; shown below the field and linked by `aria-describedby`. */
  error?: string | undefined;
}

export function FieldLayout({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={error === undefined ? "field" : "field wrong"}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export const toDescribedBy = (id: string, hint: ReactNode, error: string | undefined) =>
  [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ") || undefined;

/** Says what a browser does not: that the end of a pasted text did not fit. */
function usePasteNotice(maxLength: number | undefined) {
  const { t } = useTranslation();
  const [isCut, setCut] = useState(false);
  return {
    notice: isCut && maxLength !== undefined && (
      <p className="error" role="alert">
        {t(($) => $.common.pasteCut, { max: maxLength })}
      </p>
    ),
    listeners: {
      onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setCut(isCutByPaste(event.currentTarget, event.clipboardData.getData("text"), maxLength)),
      onInput: ({ nativeEvent }: InputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        if (nativeEvent.inputType !== "insertFromPaste") setCut(false);
      },
    },
  };
}

export type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id"> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  const id = useId();
  const { notice, listeners } = usePasteNotice(rest.maxLength);
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        {...listeners}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={toDescribedBy(id, hint, error)}
      />
      {notice}
    </FieldLayout>
  );
}

interface TextAreaFieldProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id"> {
  /** Uses the letter's typography, for texts that will be sent. */
  letter?: boolean;
  /** The same text with its marks, drawn under the typed one; the field grows with it. */
  marks?: ReactNode;
}

export function TextAreaField({ label, hint, error, letter = false, marks, className, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const { notice, listeners } = usePasteNotice(rest.maxLength);
  const field = (
    <textarea
      {...rest}
      {...listeners}
      id={id}
      className={`${letter ? "letter-text" : ""} ${className ?? ""}`}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={toDescribedBy(id, hint, error)}
    />
  );
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      {marks === undefined ? (
        field
      ) : (
        <div className="marked-field">
          <div className={letter ? "field-marks letter-text" : "field-marks"} lang={rest.lang} aria-hidden="true">
            {marks}
          </div>
          {field}
        </div>
      )}
      {notice}
    </FieldLayout>
  );
}

interface SelectFieldProps extends FieldProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function SelectField({ label, hint, error, value, options, onChange, disabled }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={toDescribedBy(id, hint, error)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldLayout>
  );
}
