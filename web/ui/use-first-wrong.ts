import { type RefObject, useEffect, useRef } from "react";

/**
 * Puts the keyboard on the first field that was found wrong, each time the problems change.
 * @returns the form's ref
 */
export function useFirstWrong(problems: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const told = useRef(problems);
  useEffect(() => {
    if (told.current === problems) return;
    told.current = problems;
    form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  });
  return form;
}
