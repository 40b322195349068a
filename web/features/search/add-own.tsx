import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { ListProblem } from "./rules";

interface AddOwnProps {
  label: string;
  hint: string;
  add: string;
  problemOf: (text: string) => ListProblem | undefined;
  onAdd: (text: string) => void;
}

/** A field for a value that was not suggested; says why one cannot be added. */
export function AddOwn({ label, hint, add, problemOf, onAdd }: AddOwnProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<ListProblem>();
  const place = useRef<HTMLDivElement>(null);
  const submit = () => {
    const found = problemOf(text);
    setProblem(found);
    if (found) return place.current?.querySelector("input")?.focus();
    onAdd(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  return (
    <div ref={place} className="add-own">
      <TextField
        label={label} hint={hint} value={text} autoComplete="off" onKeyDown={onKeyDown}
        error={problem && t(($) => $.search.problem[problem])}
        onChange={(event) => { setText(event.target.value); setProblem(undefined); }}
      />
      <Button icon="plus" onClick={submit}>{add}</Button>
    </div>
  );
}
