import { anyText, forgetStored, stored } from "./storage";

/** Session storage keys below this prefix say what is being generated; they go when someone signs in or out. */
const GENERATIONS = "generation";

/** Whose memory it is: the id of the user who was last signed in in this tab. */
const owner = stored<string | null>("session", "tabUser", anyText, null, true);

/** Forgets the generations this tab was following. The server's own work goes on. */
export const forgetGenerations = (): void => forgetStored("session", (key) => key.startsWith(GENERATIONS));

/** Forgets all that this tab remembers: texts not saved yet, choices, selections. */
export const forgetTab = (): void => forgetStored("session", () => true);

/** Makes the tab's memory that of a user; what somebody else left in it goes. */
export function claimTab(userId: string): void {
  const before = owner.read();
  if (before !== null && before !== userId) forgetTab();
  owner.write(userId);
}
