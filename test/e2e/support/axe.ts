import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

/** WCAG 2.2 AA and its earlier versions. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const AxeResults = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().default("") })),
  }),
);

/** The rules that a change of colours may break. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on the page. It is injected through the browser's debugger, so the content security policy stays unchanged.
 * @param rules all that a tag asks for, or those about colours on a page that was checked before
 * @returns a line for each violation: the rule, the element, the reason
 */
export async function findAxeViolations(page: Page, rules: "all" | "colors" = "all"): Promise<string[]> {
  if (rules === "all") await page.evaluate(axe.source);
  // Evaluated as text, because a compiler's helpers for a function do not exist in the page.
  // `preload: false` keeps axe from fetching the style sheets again.
  const options = JSON.stringify({
    runOnly: rules === "all" ? { type: "tag", values: AXE_TAGS } : { type: "rule", values: COLOR_RULES },
    ...(rules === "all" && { rules: { "target-size": { enabled: true } } }),
    resultTypes: ["violations"],
    preload: false,
  });
  const violations = AxeResults.parse(
    await page.evaluate(
      `axe.run(document, ${options}).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
    ),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} (${help}): ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/gu, " ")}`,
    ),
  );
}
