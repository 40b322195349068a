// Before the first paint: the theme and the language chosen on this device, else the system's theme. web/lib/use-theme.ts and web/i18n/stored-language.ts write them.
{
  const page = document.documentElement;
  let dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  try {
    const chosen = window.localStorage.getItem("darkMode");
    if (chosen === "true" || chosen === "false") dark = chosen === "true";
    if (window.localStorage.getItem("language") === "en") page.lang = "en";
    // The landing page comes printed, in French and for who is signed out. Who is somebody else waits for theirs. web/lib/signed-in-hint.ts writes it.
    if (page.lang === "en" || window.localStorage.getItem("signedIn") === "true") page.dataset.waiting = "";
  } catch {
    // The browser keeps nothing: neither was chosen.
  }
  page.dataset.theme = dark ? "dark" : "light";
  // The texts in that language arrive beside the scripts, not after the first of them has run. web/prerender/prerender-plugin.ts says which they are.
  for (const href of document.currentScript.dataset[page.lang]?.split(" ") ?? []) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
  }
}
