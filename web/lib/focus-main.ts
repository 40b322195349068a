/** Moves the focus to the start of the screen, where what had it is gone or belongs to another screen. */
export const focusMain = (): void => document.getElementById("main")?.focus({ preventScroll: true });
