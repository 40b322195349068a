import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/*
 * `npm run licences`: writes web/public/licences.txt, the third-party software in the product with its licence texts.
 * `--check` compares instead of writing. Either fails for a package whose licence is not on the list.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const file = join(root, "web/public/licences.txt");

/** Permissive licences, which require their text and a name. */
const AGREED_LICENCES = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "(ISC AND CC-BY-3.0)",
  "OFL-1.1",
  "Unlicense",
];
/** Development tools whose tables and fonts are compiled into the product. */
const EXTRA_PACKAGES = [
  "node_modules/@openstreetmap/id-tagging-schema",
  "node_modules/date-holidays",
  "node_modules/inter-ui",
];
/** Licences of packages that name none, read off their licence file. */
const UNNAMED_LICENCES: Record<string, string> = { "png-js": "MIT" };
/** Third-party content of a package that its licence file does not mention. */
const BUNDLED_NOTICES: Record<string, string> = {
  unpdf: "It holds PDF.js, Copyright Mozilla Foundation, under Apache-2.0.",
  "libphonenumber-js": "It holds metadata of libphonenumber, Copyright The Libphonenumber Authors, under Apache-2.0.",
  tldts: [
    "It holds the Public Suffix List (https://publicsuffix.org/list/),",
    "under the Mozilla Public License 2.0 (https://mozilla.org/MPL/2.0/).",
  ].join(" "),
};

/** Full texts of licences whose packages do not ship them. */
const STANDARD_TEXTS: Record<string, string> = {
  Unlicense: `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or
distribute this software, either in source code form or as a compiled
binary, for any purpose, commercial or non-commercial, and by any
means.

In jurisdictions that recognize copyright laws, the author or authors
of this software dedicate any and all copyright interest in the
software to the public domain. We make this dedication for the benefit
of the public at large and to the detriment of our heirs and
successors. We intend this dedication to be an overt act of
relinquishment in perpetuity of all present and future rights to this
software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR
OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>`,
};

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.union([z.string(), z.array(z.string()).transform((all) => all.join(" AND "))]).optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

const readLicenceText = (path: string): string | undefined => {
  const name = readdirSync(join(root, path))
    .sort()
    .find((entry) => /^(licen[cs]e|copying)/iu.test(entry));
  return name === undefined
    ? undefined
    : readFileSync(join(root, path, name), "utf8")
        .replaceAll("\r\n", "\n")
        .split("\n")
        .map((line) => line.trimEnd())
        .join("\n")
        .trim();
};

const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
const shipped = Object.entries(packages)
  .filter(
    ([path, { dev, optional, devOptional }]) =>
      path !== "" && (EXTRA_PACKAGES.includes(path) || (!dev && !optional && !devOptional)),
  )
  .sort(([a], [b]) => (a < b ? -1 : 1));

const faults: string[] = [];
const packageNotices = shipped.map(([path, { version = "", license: named }]) => {
  const name = path.replace(/^.*node_modules\//u, "");
  const license = named ?? UNNAMED_LICENCES[name] ?? "none";
  if (!AGREED_LICENCES.includes(license))
    faults.push(`${name} ${version} is under ${license}, which nobody has agreed to`);
  const text =
    readLicenceText(path) ??
    STANDARD_TEXTS[license] ??
    `The package holds no text of its licence; ${license} is printed in full under another package of this page.`;
  const notice = BUNDLED_NOTICES[name] ? `${BUNDLED_NOTICES[name]}\n` : "";
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n${notice}\n${text}\n`;
});
const noticesText = `What Candidature is made of besides its own code: ${shipped.length} packages and their licences.
Company data is © OpenStreetMap contributors, under the ODbL: https://www.openstreetmap.org/copyright

${packageNotices.join("\n")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== noticesText)
    faults.push("web/public/licences.txt is not what the packages say: npm run licences");
} else writeFileSync(file, noticesText);
for (const fault of faults) console.error(fault);
console.log(`${shipped.length} packages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
