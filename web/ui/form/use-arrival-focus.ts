import { type RefObject, useEffect, useRef } from "react";

/** Where a keyboard on the screen would cover what one came to see. */
const isTouchScreen = () => window.matchMedia("(pointer: coarse)").matches;

/** Puts the focus into the field that a screen begins with, but for touch screens. */
export function useArrivalFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isTouchScreen()) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}
