import { useSyncExternalStore } from "react";
import { enumSchema, createStoredValue } from "./stored-value";

/** Read by web/public/theme.js, which sets the theme before the first paint. */
const storedDarkMode = createStoredValue<boolean | null>("local", "darkMode", enumSchema(true, false, null), null);
const listeners = new Set<() => void>();

const isDark = (): boolean => document.documentElement.dataset.theme === "dark";

function setDark(dark: boolean): void {
  storedDarkMode.write(dark);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme of prerendered pages. */
const isDarkWhenPrerendered = (): boolean => false;

/** The theme on screen and its setter. */
export function useTheme(): readonly [dark: boolean, choose: (dark: boolean) => void] {
  return [useSyncExternalStore(subscribe, isDark, isDarkWhenPrerendered), setDark];
}
