import { type RefObject, useEffect, useRef, useState } from "react";
import type { ListProblem } from "../model/custom-values";

interface CustomValueOptions {
  /** The typed text. */
  text: string;
  type: (text: string) => void;
  /** Adds the text to the list and clears the field. */
  add: (text: string) => void;
  findProblem: (text: string) => ListProblem | undefined;
}

export interface CustomValue extends Pick<CustomValueOptions, "text" | "type"> {
  problem: ListProblem | undefined;
  place: RefObject<HTMLDivElement | null>;
  /** Adds the text, or shows the problem and focuses the field. */
  submit: () => void;
  /** Adds the text, if any, when the field loses focus. */
  leave: () => void;
  /** Whether the form may be submitted: true for an empty or valid text, else shows the problem. */
  check: () => boolean;
}

/**
 * A custom value typed beside a list. It is added by a button, by Enter, when the field loses focus, or with the
 * whole form.
 */
export function useCustomValue({ text, type, add, findProblem }: CustomValueOptions): CustomValue {
  const [problem, setProblem] = useState<ListProblem>();
  const place = useRef<HTMLDivElement>(null);
  const isPressed = usePointerDown();

  const focus = () => place.current?.querySelector("input")?.focus();
  const reportProblem = (found: ListProblem | undefined): boolean => {
    setProblem(found);
    return found !== undefined;
  };
  const submit = () => (reportProblem(findProblem(text)) ? focus() : add(text.trim()));
  const addOrReport = () => {
    if (text.trim() === "") setProblem(undefined);
    else if (!reportProblem(findProblem(text))) add(text.trim());
  };
  const settleNow = useRef<() => void>(undefined);
  useEffect(() => {
    settleNow.current = addOrReport;
    // Leaving the step submits the text; it must not be added afterwards.
    return () => {
      settleNow.current = undefined;
    };
  });
  return {
    text,
    problem,
    place,
    submit,
    type: (typed) => {
      setProblem(undefined);
      type(typed);
    },
    leave: () => {
      // A growing list would move the pressed element from under the pointer: wait until the pointer is released.
      const later = () => setTimeout(() => settleNow.current?.());
      if (isPressed()) window.addEventListener("pointerup", later, { once: true });
      else later();
    },
    check: () => {
      if (text.trim() === "" || !reportProblem(findProblem(text))) return true;
      focus();
      return false;
    },
  };
}

/** Whether a pointer is pressed. */
function usePointerDown(): () => boolean {
  const pressed = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      pressed.current = type === "pointerdown";
    };
    const kinds = ["pointerdown", "pointerup", "pointercancel"] as const;
    for (const kind of kinds) window.addEventListener(kind, note, true);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note, true);
    };
  }, []);
  return () => pressed.current;
}
