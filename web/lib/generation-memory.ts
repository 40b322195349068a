/** Session storage keys below this prefix say what is being generated; they go when someone signs in or out. */
const PREFIX = "generation";

/** Forgets the generations this tab was following. The server's own work goes on. */
export function forgetGenerations(): void {
  for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
}
