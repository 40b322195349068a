// Sets theme and language before the first paint. web/lib/use-theme.ts and web/i18n/stored-language.ts store them.
{
  const page = document.documentElement;
  let dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  try {
    const chosen = window.localStorage.getItem("darkMode");
    if (chosen === "true" || chosen === "false") dark = chosen === "true";
    if (window.localStorage.getItem("language") === "en") page.lang = "en";
    // The landing page is prerendered in French and signed out; other visitors wait for theirs.
    // web/lib/signed-in-hint.ts stores it.
    if (page.lang === "en" || window.localStorage.getItem("signedIn") === "true") page.dataset.waiting = "";
  } catch {
    // Storage is disabled: nothing was chosen.
  }
  page.dataset.theme = dark ? "dark" : "light";
  // Preloads the texts of that language along with the scripts; web/prerender/prerender-plugin.ts names the files.
  for (const href of document.currentScript.dataset[page.lang]?.split(" ") ?? []) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
  }
}
