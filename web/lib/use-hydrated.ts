import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;
const [returnTrue, returnFalse] = [() => true, () => false];

/** False while the page is prerendered or hydrated, true afterwards. */
export const useHydrated = (): boolean => useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse);
