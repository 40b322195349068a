import { textSchema, removeStoredKeys, createStoredValue } from "./stored-value";

/** Prefix of the session storage keys that track running generations; cleared on sign-in and sign-out. */
const GENERATION_KEY_PREFIX = "generation";

/** The id of the last user signed in in this tab. */
const storedTabUser = createStoredValue<string | null>("session", "tabUser", textSchema, null, true);

/** Forgets the generations that this tab tracks; they continue on the server. */
export const clearStoredGenerations = (): void =>
  removeStoredKeys("session", (key) => key.startsWith(GENERATION_KEY_PREFIX));

/** Clears the session storage of this tab: unsaved texts, choices, selections. */
export const clearTabStorage = (): void => removeStoredKeys("session", () => true);

/** Binds the tab's storage to a user and clears what another user left there. */
export function bindTabToUser(userId: string): void {
  const before = storedTabUser.read();
  if (before !== null && before !== userId) clearTabStorage();
  storedTabUser.write(userId);
}
