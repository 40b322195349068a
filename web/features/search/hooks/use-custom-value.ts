import { type RefObject, useEffect, useRef, useState } from "react";
import type { ListProblem } from "../model/custom-values";

interface CustomValueOptions {
  /** What is typed. */
  text: string;
  type: (text: string) => void;
  /** Adds what is typed to the list, and empties the field. */
  add: (text: string) => void;
  findProblem: (text: string) => ListProblem | undefined;
}

export interface CustomValue extends Pick<CustomValueOptions, "text" | "type"> {
  problem: ListProblem | undefined;
  place: RefObject<HTMLDivElement | null>;
  /** Adds what is typed, or says why it cannot be and goes back to the field. */
  submit: () => void;
  /** Adds what is typed once the field is left, if anything is. */
  leave: () => void;
  /** Whether what is typed may go along with the list; says so where it may not. Nothing typed may. */
  check: () => boolean;
}

/** A value that is typed into a field beside a list, and joins the list by a button, by Enter, when the field is left, or with the whole form. */
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
    // What is typed goes along when the step is left, and must not come back.
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
      // A list that grows moves what is being pressed from under the pointer.
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

/** Tells whether a pointer is held down. */
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
