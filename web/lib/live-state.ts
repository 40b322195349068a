/** Whether a socket tells this tab what happens. */
export const liveState = { isConnected: false };

/** The interval of a poll. @param liveMs while a socket tells of changes */
export const choosePollMs = (usualMs: number, liveMs: number): number => (liveState.isConnected ? liveMs : usualMs);
