const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//u],
  ["Opera", /\bOPR\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /(?:Chrome|CriOS)\//u],
  ["Safari", /\bSafari\//u],
];
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["iPhone", /\biPhone\b/u],
  ["iPad", /\biPad\b/u],
  ["Android", /\bAndroid\b/u],
  ["Windows", /\bWindows\b/u],
  ["ChromeOS", /\bCrOS\b/u],
  ["macOS", /\bMacintosh\b/u],
  ["Linux", /\bLinux\b/u],
];

/**
 * What a browser says it is, roughly: "Firefox · Windows". Empty for what says nothing that is known. Nothing of the
 * text itself is kept.
 */
export function describeBrowser(userAgent: string): string {
  const findName = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent))?.[0];
  return [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined).join(" · ");
}
