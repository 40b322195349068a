import { type RefObject, useEffect, useRef } from "react";

/**
 * Puts the keyboard on the first field that was found wrong, each time the problems change.
 * @returns the ref of the form, or of what stands for one
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
