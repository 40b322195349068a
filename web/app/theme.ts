import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { stored } from "../lib/storage";

const storedDark = stored<boolean | null>("local", "darkMode", z.nullable(z.boolean()), null);
const listeners = new Set<() => void>();
let dark = false;

function apply(next: boolean): void {
  dark = next;
  document.documentElement.dataset.theme = next ? "dark" : "light";
  for (const listener of listeners) listener();
}

/** Puts the stored theme on the page before anything is drawn; until one is chosen, the one of the system. */
export function startTheme(): void {
  apply(storedDark.read() ?? window.matchMedia("(prefers-color-scheme: dark)").matches);
}

function chooseDark(next: boolean): void {
  storedDark.write(next);
  apply(next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme on screen and the way to choose another. */
export function useTheme(): readonly [dark: boolean, choose: (dark: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => dark), chooseDark];
}
