import { type ReactNode, useDeferredValue } from "react";

/** Draws its content after what stands around it, in short turns that leave the page free to be used. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
