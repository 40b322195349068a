import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;
const [returnTrue, returnFalse] = [() => true, () => false];

/** Whether a person looks at this: false where a page is printed when the app is built, and while what was printed comes to life. */
export const useHydrated = (): boolean => useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse);
