import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import { LANGUAGES } from "../../worker/contract/limits.ts";

const WEB_ROOT = fileURLToPath(new URL("..", import.meta.url));
type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
interface PrerenderedPage {
  title: string;
  html: string;
}

const listChunks = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === "chunk");

/** The chunk that importing a module when it is needed fetches. */
function findChunk(bundle: Bundle, module: string): Chunk {
  const found = listChunks(bundle).find(({ moduleIds }) => moduleIds.includes(WEB_ROOT + module));
  if (!found) throw new Error(`no chunk is ${module}`);
  return found;
}

/** The screens in a chunk, by name. */
const listPageNames = ({ moduleIds }: Chunk): string[] =>
  moduleIds.flatMap((id) => /\/([a-z]+)-page\.tsx$/u.exec(id)?.[1] ?? []);

/** The chunks that must have arrived before these can run. */
function collectImports(bundle: Bundle, chunks: Chunk[]): Chunk[] {
  const all = new Set(chunks);
  // What is added while they are gone through is gone through too.
  for (const { imports } of all)
    for (const name of imports) {
      const file = bundle[name];
      if (file?.type === "chunk") all.add(file);
    }
  return [...all];
}

/** The links that have a page's scripts fetched at once, the longest first, but after what it looks like; what the page names already is left out. */
const renderPreloadLinks = (page: string, chunks: Chunk[]): string =>
  chunks
    .toSorted((a, b) => b.code.length - a.code.length)
    .map(({ fileName }) => fileName)
    .filter((file) => !page.includes(`"/${file}"`))
    .map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`)
    .join("");

/** The page whose first script has the texts fetched too, in the language it finds chosen. */
const addTextLinks = (page: string, bundle: Bundle): string => {
  const files = (language: string) =>
    ["common.json", "app.ts"]
      .map((file) => `/${findChunk(bundle, `i18n/locales/${language}/${file}`).fileName}`)
      .join(" ");
  return page.replace(
    "<script ",
    `$&${LANGUAGES.map((language) => `data-${language}="${files(language)}"`).join(" ")} `,
  );
};

/** Scripts that run as soon as they are there: only a page with nothing to read on it yet has them run before its first paint. */
const renderScriptTags = (chunks: Chunk[]): string =>
  chunks.map(({ fileName }) => `    <script type="module" async crossorigin src="/${fileName}"></script>\n`).join("");

/** The head of a page on which there is nothing to read before its scripts have run: they are fetched first, the fonts after them. */
function putScriptsFirst(page: string, links: string, scripts: string): string {
  const fonts = / *<link rel="preload" as="font".*\n/gu;
  const later = (page.match(fonts) ?? []).join("").replaceAll("<link ", '<link fetchpriority="low" ');
  return page
    .replace(fonts, "")
    .replace(/ *<script type="module"/u, `${links}$&`)
    .replace("  </head>", `${scripts}${later}  </head>`);
}

/** The page with something in it before scripts run. */
function fillPage(page: string, name: string, { title, html }: PrerenderedPage): string {
  if (/\s(?:style|on\w+)=|<script|<style/u.test(html))
    throw new Error(`${name} holds what the content security policy forbids`);
  return page
    .replace(/<title>.*<\/title>/u, `<title>${title}</title>`)
    .replace('<div id="root"></div>', `<div id="root" data-printed="${name}">${html}</div>`);
}

/** Printing needs no styles. */
const emptyStylesPlugin: Plugin = {
  name: "candidature:no-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : undefined),
  load: (id) => (id === "\0no-styles" ? "" : undefined),
};

/**
 * Makes a page of its own for each screen: `login-page.tsx` gives `login.html`, which names all that the screen needs, so that nothing waits for
 * what comes before it. Sheets that are written on come as they look, other screens as a splash. `index.html`, which stands for `/` and for every address unknown, holds the landing page as it looks.
 */
export function prerenderPages(): Plugin {
  return {
    name: "candidature:printed-pages",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle(_, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("index.html was not built");
      // Under a name of its own it never changes, and no page waits for the server to say so.
      const theme = this.emitFile({
        type: "asset",
        name: "theme.js",
        source: readFileSync(`${WEB_ROOT}public/theme.js`),
      });
      const page = index.source.toString().replace('"/theme.js"', `"/${this.getFileName(theme)}"`);
      const {
        module: { printed: prints, splash },
      } = await runnerImport<{ printed: Record<string, PrerenderedPage>; splash: PrerenderedPage }>(
        `${WEB_ROOT}prerender/render-pages.tsx`,
        {
          root: WEB_ROOT,
          configFile: false,
          logLevel: "error",
          plugins: [react(), emptyStylesPlugin],
        },
      );

      const app = findChunk(bundle, "prerender/mount-app.tsx");
      for (const [name, screen] of listChunks(bundle).flatMap((chunk) =>
        listPageNames(chunk).map((name) => [name, chunk] as const),
      )) {
        if (name === "landing") continue;
        const print = prints[name];
        const links = renderPreloadLinks(page, collectImports(bundle, [app, screen]));
        const head = print
          ? page.replace("  </head>", `${links}  </head>`)
          : putScriptsFirst(page, links, renderScriptTags([app, screen]));
        this.emitFile({
          type: "asset",
          fileName: `${name}.html`,
          source: addTextLinks(fillPage(head, name, print ?? splash), bundle),
        });
      }
      // The landing page is read before anything brings it to life: no script is in the way of its first paint.
      index.source = fillPage(page, "landing", prints.landing ?? splash);
    },
  };
}
