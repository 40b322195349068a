import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { DomUtils, parseDocument } from "htmlparser2";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import { LANGUAGES } from "../../worker/contract/limits.ts";
import { SETTINGS_SECTIONS } from "../lib/settings-sections.ts";

const WEB_ROOT = fileURLToPath(new URL("..", import.meta.url));
type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

interface PrerenderedPage {
  title: string;
  html: string;
}

/** Exports of render-pages.tsx. */
interface RenderedPages {
  prerendered: Record<string, PrerenderedPage>;
  splash: PrerenderedPage;
  firstRows: string;
}

/**
 * Writes one HTML file per screen at build time, see README.md: `login-page.tsx` gives `login.html`; the settings one
 * for each section too, as the server sends `404.html` for unknown paths. It links every script that the screen needs,
 * and holds the screen as it looks, or a splash. `index.html` holds the landing page.
 */
export function prerenderPages(): Plugin {
  return {
    name: "candidature:prerender",
    apply: "build",
    // After Vite has written index.html.
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle(_, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("index.html was not built");
      // A hashed name is cached for good: otherwise each page waits for the server to confirm the cached copy.
      const theme = this.emitFile({
        type: "asset",
        name: "theme.js",
        source: readFileSync(`${WEB_ROOT}public/theme.js`),
      });
      const template = parsePage(index.source.toString());
      template.themeScript.attribs.src = `/${this.getFileName(theme)}`;
      const html = renderNodes(template.document);
      const { prerendered, splash, firstRows } = await renderPages();

      const app = findChunk(bundle, "prerender/mount-app.tsx");
      for (const [name, screen] of listScreens(bundle)) {
        if (name === "landing") continue;
        const page = parsePage(html);
        const content = prerendered[name];
        linkScripts(page, bundle, [app, screen], content !== undefined);
        linkTexts(page, bundle, name);
        fillPage(page, name, content ?? splash);
        if (name === "dashboard") append(page.body, requireAllowed(name, firstRows));
        const source = renderNodes(page.document);
        const parts = name === "settings" ? SETTINGS_SECTIONS.map((section) => `settings/${section}`) : [];
        for (const path of [name === "not-found" ? "404" : name, ...parts])
          this.emitFile({ type: "asset", fileName: `${path}.html`, source });
      }
      // The landing page can be read without scripts, so none is linked ahead of its first paint.
      fillPage(template, "landing", prerendered.landing ?? splash);
      index.source = renderNodes(template.document);
    },
  };
}

/** Renders the pages in Node, without their styles. */
async function renderPages(): Promise<RenderedPages> {
  const ignoreStyles: Plugin = {
    name: "candidature:ignore-styles",
    enforce: "pre",
    resolveId: (id) => (id.endsWith(".css") ? "\0ignored-styles" : undefined),
    load: (id) => (id === "\0ignored-styles" ? "" : undefined),
  };
  const { module } = await runnerImport<RenderedPages>(`${WEB_ROOT}prerender/render-pages.tsx`, {
    root: WEB_ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [react(), ignoreStyles],
  });
  return module;
}

// The HTML

/** Markup stays as it was written: entities, and the case of SVG names. */
const parseNodes = (html: string) =>
  parseDocument(html, { decodeEntities: false, lowerCaseTags: false, lowerCaseAttributeNames: false });
type Nodes = ReturnType<typeof parseNodes>;
const renderNodes = (nodes: Nodes): string => DomUtils.getOuterHTML(nodes, { decodeEntities: false });

type Page = ReturnType<typeof parsePage>;
/** A page and the elements of it that change. */
function parsePage(html: string) {
  const document = parseNodes(html);
  const find = (name: string, attributes: Record<string, string> = {}) => {
    const found = DomUtils.findOne(
      (element) =>
        element.name === name && Object.entries(attributes).every(([key, value]) => element.attribs[key] === value),
      document.children,
    );
    if (!found) throw new Error(`index.html has no ${name} ${JSON.stringify(attributes)}`);
    return found;
  };
  const scripts = DomUtils.getElementsByTagName("script", document);
  const [themeScript, mainScript] = [
    scripts.find(({ attribs }) => attribs.src?.includes("theme")),
    scripts.find(({ attribs }) => attribs.type === "module"),
  ];
  if (!themeScript || !mainScript) throw new Error("index.html lacks a script");
  return {
    document,
    head: find("head"),
    body: find("body"),
    title: find("title"),
    root: find("div", { id: "root" }),
    fonts: DomUtils.getElementsByTagName("link", document).filter(({ attribs }) => attribs.as === "font"),
    themeScript,
    mainScript,
  };
}

// Copies: a node that moves leaves the list that is iterated.
const append = (parent: Page["root"], html: string) => {
  for (const node of parseNodes(html).children.slice()) DomUtils.appendChild(parent, node);
};
const insertBefore = (next: Page["root"], html: string) => {
  for (const node of parseNodes(html).children.slice()) DomUtils.prepend(next, node);
};

/** Refuses HTML that the content security policy forbids. */
function requireAllowed(name: string, html: string): string {
  const isForbidden = DomUtils.existsOne(
    ({ name: tag, attribs }) =>
      tag === "script" ||
      tag === "style" ||
      Object.keys(attribs).some((key) => key === "style" || key.startsWith("on")),
    parseNodes(html).children,
  );
  if (isForbidden) throw new Error(`${name} holds what the content security policy forbids`);
  return html;
}

/** Puts something on the page that shows before scripts run. */
function fillPage({ root, title }: Page, name: string, page: PrerenderedPage): void {
  title.children = [];
  append(title, page.title);
  root.attribs["data-prerendered"] = name;
  append(root, requireAllowed(name, page.html));
}

/**
 * Has a page fetch its scripts at once instead of one after the other. A page that can be read already fetches them at
 * low priority, after its styles and fonts. One that shows a splash runs them as soon as they arrive, and comes to its
 * fonts later.
 */
function linkScripts({ head, mainScript, fonts }: Page, bundle: Bundle, entries: Chunk[], isReadable: boolean): void {
  const links = collectImports(bundle, entries)
    .toSorted((a, b) => b.code.length - a.code.length)
    .filter(({ fileName }) => mainScript.attribs.src !== `/${fileName}`)
    .map(({ fileName }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${fileName}">`);
  if (isReadable) return append(head, links.join(""));
  insertBefore(mainScript, links.join(""));
  append(
    head,
    entries.map(({ fileName }) => `<script type="module" async crossorigin src="/${fileName}"></script>`).join(""),
  );
  for (const font of fonts) {
    DomUtils.removeElement(font);
    font.attribs.fetchpriority = "low";
    DomUtils.appendChild(head, font);
  }
}

/** Texts besides those of every screen, by the screen that needs them first. */
const SCREEN_TEXTS: Readonly<Record<string, string>> = {
  dashboard: "workspace.ts",
  login: "account.json",
  signup: "account.json",
};

/** Tells theme.js, which knows the language, which texts to fetch: all that a screen needs at first. */
function linkTexts({ themeScript }: Page, bundle: Bundle, name: string): void {
  for (const language of LANGUAGES)
    themeScript.attribs[`data-${language}`] = [
      "common.json",
      "app.ts",
      ...(SCREEN_TEXTS[name] === undefined ? [] : [SCREEN_TEXTS[name]]),
    ]
      .map((file) => `/${findChunk(bundle, `i18n/locales/${language}/${file}`).fileName}`)
      .join(" ");
}

// The bundle

const listChunks = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === "chunk");

/** The chunk that holds a module. */
function findChunk(bundle: Bundle, module: string): Chunk {
  const found = listChunks(bundle).find(({ moduleIds }) => moduleIds.includes(WEB_ROOT + module));
  if (!found) throw new Error(`no chunk holds ${module}`);
  return found;
}

/** Names and chunks of the screens. */
const listScreens = (bundle: Bundle): [string, Chunk][] =>
  listChunks(bundle).flatMap((chunk) =>
    chunk.facadeModuleId?.startsWith(`${WEB_ROOT}pages/`) && chunk.facadeModuleId.endsWith("-page.tsx")
      ? [[basename(chunk.facadeModuleId, "-page.tsx"), chunk]]
      : [],
  );

/** Chunks and everything that they import statically. */
function collectImports(bundle: Bundle, chunks: Chunk[]): Chunk[] {
  const all = new Set(chunks);
  // A `Set` also visits what is added while it is iterated.
  for (const { imports } of all)
    for (const name of imports) {
      const file = bundle[name];
      if (file?.type === "chunk") all.add(file);
    }
  return [...all];
}
