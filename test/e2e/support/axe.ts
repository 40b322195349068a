import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

/** WCAG 2.2 AA and all before it. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const AxeResults = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().default("") })),
  }),
);

/**
 * Asks axe about what a page shows now. It is evaluated from outside, so the page's content security policy stays as it is.
 * @returns a line for each element that breaks a rule: the rule, the element, why
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // As text: what a compiler may add to a function is not there in the page. Style sheets are not fetched a second time.
  const options = JSON.stringify({
    runOnly: { type: "tag", values: AXE_TAGS },
    rules: { "target-size": { enabled: true } },
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
