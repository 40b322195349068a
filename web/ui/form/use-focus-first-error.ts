import { type RefObject, useEffect, useRef } from "react";

/**
 * Focuses the first invalid field each time `problems` changes.
 * @returns the ref of the form or of the element that holds the fields
 */
export function useFocusFirstError<Place extends HTMLElement = HTMLFormElement>(
  problems: object | null,
): RefObject<Place | null> {
  const form = useRef<Place>(null);
  const lastProblems = useRef(problems);
  useEffect(() => {
    if (lastProblems.current === problems) return;
    lastProblems.current = problems;
    form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  });
  return form;
}
