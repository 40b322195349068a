import { textSchema, removeStoredKeys, createStoredValue } from "./stored-value";

/** Session storage keys below this prefix say what is being generated; they go when someone signs in or out. */
const GENERATION_KEY_PREFIX = "generation";

/** Whose memory it is: the id of the user who was last signed in in this tab. */
const storedTabUser = createStoredValue<string | null>("session", "tabUser", textSchema, null, true);

/** Forgets the generations this tab was following. The server's own work goes on. */
export const clearStoredGenerations = (): void =>
  removeStoredKeys("session", (key) => key.startsWith(GENERATION_KEY_PREFIX));

/** Forgets all that this tab remembers: texts not saved yet, choices, selections. */
export const clearTabStorage = (): void => removeStoredKeys("session", () => true);

/** Makes the tab's memory that of a user; what somebody else left in it goes. */
export function bindTabToUser(userId: string): void {
  const before = storedTabUser.read();
  if (before !== null && before !== userId) clearTabStorage();
  storedTabUser.write(userId);
}
