// Runs before the first paint: sets the theme and the language chosen on this device, else the system's theme.
// Written by web/lib/use-theme.ts and web/i18n/stored-language.ts.
{
  const page = document.documentElement;
  let dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  try {
    const chosen = window.localStorage.getItem("darkMode");
    if (chosen === "true" || chosen === "false") dark = chosen === "true";
    if (window.localStorage.getItem("language") === "en") page.lang = "en";
    // Pages are prerendered in French for signed-out visitors; everyone else waits for their own.
    // Written by web/lib/signed-in-hint.ts.
    if (page.lang === "en" || window.localStorage.getItem("signedIn") === "true") page.dataset.waiting = "";
  } catch {
    // The browser stores nothing: neither was chosen.
  }
  page.dataset.theme = dark ? "dark" : "light";
  // Fetches the texts of that language beside the scripts. web/prerender/prerender-plugin.ts lists them.
  for (const href of document.currentScript.dataset[page.lang]?.split(" ") ?? []) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
  }
}
