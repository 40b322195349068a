import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from "react";
import { spokenNow, whenSpoken } from "./i18n";
import type { Spoken } from "./texts";

const Shown = createContext<Spoken | null>(null);

/** Around all that has texts: follows the language for everyone, of whom a long table has hundreds. */
export const Translations = ({ children }: { children: ReactNode }) =>
  createElement(Shown, { value: useSyncExternalStore(whenSpoken, spokenNow, spokenNow) }, children);

/** The texts in the language on screen; within `Translations` the component follows when it changes. */
export const useTranslation = (): Spoken => useContext(Shown) ?? spokenNow();
