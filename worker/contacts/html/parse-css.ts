const MAX_RULES = 4000;
const MAX_SHEET_CHARACTERS = 200_000;
const MAX_OPEN_BLOCKS = 50;
/** Holds for some screens, papers or browsers only. */
const CONDITIONAL_AT_RULE = /^@(?:media[^{]*(?:print|width|height|hover|speech|prefers)|supports|container)/i;
/** Holds no rules for elements. */
const AT_RULE_WITHOUT_RULES = /^@(?:font-face|(?:-\w+-)?keyframes|page|counter-style|property)/i;

type BlockKind = "always" | "sometimes" | "none";

/** One pass over a sheet: its rules, and whether each holds whatever the screen. Nothing is looked at twice. */
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
      // A rule that holds rules: what they say of is not known from their own selectors alone.
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
  let kept = "";
  let at = 0;
  while (start !== -1) {
    kept += css.slice(at, start);
    const end = css.indexOf("*/", start + 2);
    if (end === -1) return kept;
    at = end + 2;
    start = css.indexOf("/*", at);
  }
  return kept + css.slice(at);
}
