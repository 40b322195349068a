/** An ISO time `ms` before now; negative for the future. */
export const toPastTime = (ms: number): string => new Date(Date.now() - ms).toISOString();
