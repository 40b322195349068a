import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import { LANGUAGES } from "../worker/contract/limits.ts";

const web = fileURLToPath(new URL(".", import.meta.url));
type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
interface Print {
  title: string;
  html: string;
}

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === "chunk");

/** The chunk that importing a module when it is needed fetches. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const found = chunksOf(bundle).find(({ moduleIds }) => moduleIds.includes(web + module));
  if (!found) throw new Error(`no chunk is ${module}`);
  return found;
}

/** The screens in a chunk, by name. */
const namesOf = ({ moduleIds }: Chunk): string[] =>
  moduleIds.flatMap((id) => /\/([a-z]+)-page\.tsx$/u.exec(id)?.[1] ?? []);

/** The chunks that must have arrived before these can run. */
function withImports(bundle: Bundle, chunks: Chunk[]): Chunk[] {
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
const linksOf = (page: string, chunks: Chunk[]): string =>
  chunks
    .toSorted((a, b) => b.code.length - a.code.length)
    .map(({ fileName }) => fileName)
    .filter((file) => !page.includes(`"/${file}"`))
    .map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`)
    .join("");

/** The page whose first script has the texts fetched too, in the language it finds chosen. */
const withTexts = (page: string, bundle: Bundle): string => {
  const files = (language: string) =>
    ["common.json", "app.ts"]
      .map((file) => `/${chunkOf(bundle, `i18n/locales/${language}/${file}`).fileName}`)
      .join(" ");
  return page.replace(
    "<script ",
    `$&${LANGUAGES.map((language) => `data-${language}="${files(language)}"`).join(" ")} `,
  );
};

/** Scripts that run as soon as they are there: only a page with nothing to read on it yet has them run before its first paint. */
const atOnce = (chunks: Chunk[]): string =>
  chunks.map(({ fileName }) => `    <script type="module" async crossorigin src="/${fileName}"></script>\n`).join("");

/** The head of a page on which there is nothing to read before its scripts have run: they are fetched first, the fonts after them. */
function scriptsFirst(page: string, links: string, scripts: string): string {
  const fonts = / *<link rel="preload" as="font".*\n/gu;
  const later = (page.match(fonts) ?? []).join("").replaceAll("<link ", '<link fetchpriority="low" ');
  return page
    .replace(fonts, "")
    .replace(/ *<script type="module"/u, `${links}$&`)
    .replace("  </head>", `${scripts}${later}  </head>`);
}

/** The page with something in it before scripts run. */
function filled(page: string, name: string, { title, html }: Print): string {
  if (/\s(?:style|on\w+)=|<script|<style/u.test(html))
    throw new Error(`${name} holds what the content security policy forbids`);
  return page
    .replace(/<title>.*<\/title>/u, `<title>${title}</title>`)
    .replace('<div id="root"></div>', `<div id="root" data-printed="${name}">${html}</div>`);
}

/** Printing needs no styles. */
const noStyles: Plugin = {
  name: "candidature:no-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : undefined),
  load: (id) => (id === "\0no-styles" ? "" : undefined),
};

/**
 * Makes a page of its own for each screen: `login-page.tsx` gives `login.html`, which names all that the screen needs, so that nothing waits for
 * what comes before it. Sheets that are written on come as they look, other screens as a splash. `index.html`, which stands for `/` and for every address unknown, holds the landing page as it looks.
 */
export function printedPages(): Plugin {
  return {
    name: "candidature:printed-pages",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle(_, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("index.html was not built");
      // Under a name of its own it never changes, and no page waits for the server to say so.
      const theme = this.emitFile({ type: "asset", name: "theme.js", source: readFileSync(`${web}public/theme.js`) });
      const page = index.source.toString().replace('"/theme.js"', `"/${this.getFileName(theme)}"`);
      const {
        module: { printed: prints, splash },
      } = await runnerImport<{ printed: Record<string, Print>; splash: Print }>(`${web}app/print.tsx`, {
        root: web,
        configFile: false,
        logLevel: "error",
        plugins: [react(), noStyles],
      });

      const app = chunkOf(bundle, "app/start.tsx");
      for (const [name, screen] of chunksOf(bundle).flatMap((chunk) =>
        namesOf(chunk).map((name) => [name, chunk] as const),
      )) {
        if (name === "landing") continue;
        const print = prints[name];
        const links = linksOf(page, withImports(bundle, [app, screen]));
        const head = print
          ? page.replace("  </head>", `${links}  </head>`)
          : scriptsFirst(page, links, atOnce([app, screen]));
        this.emitFile({
          type: "asset",
          fileName: `${name}.html`,
          source: withTexts(filled(head, name, print ?? splash), bundle),
        });
      }
      // The landing page is read before anything brings it to life: no script is in the way of its first paint.
      index.source = filled(page, "landing", prints.landing ?? splash);
    },
  };
}
