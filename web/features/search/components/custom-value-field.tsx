import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import type { CustomValue } from "../hooks/use-custom-value";

interface CustomValueFieldProps {
  own: CustomValue;
  label: string;
  hint: string;
  add: string;
}

/** A field for a custom value, with the reason when it cannot be added. */
export function CustomValueField({ own, label, hint, add }: CustomValueFieldProps) {
  const { t } = useTranslation();
  const { text, type, problem, place, submit, leave } = own;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  return (
    <div ref={place} className="add-own">
      <TextField
        label={label}
        hint={hint}
        value={text}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onBlur={leave}
        error={problem && t(($) => $.search.problem[problem])}
        onChange={(event) => type(event.target.value)}
      />
      {/* Keeps the focus in the field for the next value. */}
      <Button icon="plus" onMouseDown={(event) => event.preventDefault()} onClick={submit}>
        {add}
      </Button>
    </div>
  );
}
