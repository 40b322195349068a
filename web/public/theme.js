// Runs before the first paint: sets the theme and the language chosen on this device. Without a choice the theme is the
// system's, and the language the first of ours that the browser asks for, else French.
// Written by web/lib/use-theme.ts and web/i18n/stored-language.ts.
{
  const page = document.documentElement;
  const languages = ["fr", "en", "de"];
  const wanted = window.navigator.languages.map((tag) => tag.slice(0, 2)).find((each) => languages.includes(each));
  if (wanted) page.lang = wanted;
  let dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  let signedIn = false;
  try {
    const theme = window.localStorage.getItem("darkMode");
    if (theme === "true" || theme === "false") dark = theme === "true";
    const language = window.localStorage.getItem("language");
    if (languages.includes(language)) page.lang = language;
    // Written by web/lib/signed-in-hint.ts.
    signedIn = window.localStorage.getItem("signedIn") === "true";
  } catch {
    // The browser stores nothing.
  }
  // Pages are prerendered in French for signed-out visitors; everyone else waits for their own.
  if (page.lang !== "fr" || signedIn) page.dataset.waiting = "";
  page.dataset.theme = dark ? "dark" : "light";
  // Fetches the texts of that language beside the scripts. web/prerender/prerender-plugin.ts lists them.
  for (const href of document.currentScript.dataset[page.lang]?.split(" ") ?? []) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
  }
}
