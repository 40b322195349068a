const MAX_RULES = 4000;
const MAX_SHEET_CHARACTERS = 200_000;
const MAX_OPEN_BLOCKS = 50;
/** Applies to some screens, print or browsers only. */
const CONDITIONAL_AT_RULE = /^@(?:media[^{]*(?:print|width|height|hover|speech|prefers)|supports|container)/i;
/** Contains no rules for elements. */
const AT_RULE_WITHOUT_RULES = /^@(?:font-face|(?:-\w+-)?keyframes|page|counter-style|property)/i;

type BlockKind = "always" | "sometimes" | "none";

/** The rules of a sheet, and whether each applies to all screens. One pass. */
export function* parseCssRules(sheet: string): Generator<{ selectors: string; body: string; isAlways: boolean }> {
  const css = stripComments(sheet.slice(0, MAX_SHEET_CHARACTERS));
  const open: BlockKind[] = [];
  let at = 0;
  let brace = css.indexOf("{");
  for (let rules = 0; brace !== -1 && rules < MAX_RULES; rules++) {
    const prelude = css.slice(at, brace);
    // Blocks that were open and have ended before this one begins.
    for (const sign of prelude) if (sign === "}") open.pop();
    const selectors = prelude.slice(Math.max(prelude.lastIndexOf("}"), prelude.lastIndexOf(";")) + 1).trim();
    at = brace + 1;
    const next = css.indexOf("{", at);
    const close = css.indexOf("}", at);
    if (close === -1) return;
    brace = next;
    const around = open.at(-1) ?? "always";
    if (selectors.startsWith("@") || (next !== -1 && next < close)) {
      // Nested rules are skipped: their own selectors are not complete.
      const kind =
        AT_RULE_WITHOUT_RULES.test(selectors) || around === "none"
          ? "none"
          : CONDITIONAL_AT_RULE.test(selectors) || around === "sometimes" || !selectors.startsWith("@")
            ? "sometimes"
            : "always";
      if (open.length < MAX_OPEN_BLOCKS) open.push(kind);
      continue;
    }
    const body = css.slice(at, close);
    at = close + 1;
    if (around !== "none" && body.length < 2000) yield { selectors, body, isAlways: around === "always" };
  }
}

function stripComments(css: string): string {
  let start = css.indexOf("/*");
  if (start === -1) return css;
  let stripped = "";
  let at = 0;
  while (start !== -1) {
    stripped += css.slice(at, start);
    const end = css.indexOf("*/", start + 2);
    if (end === -1) return stripped;
    at = end + 2;
    start = css.indexOf("/*", at);
  }
  return stripped + css.slice(at);
}
