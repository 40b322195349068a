import lighthouse from "lighthouse";
import { type Measured, computeMedian } from "../../harness/report.ts";
import type { WebSetup } from "./web-setup.ts";

/** The dashboard shows ten thousand companies. */
const PAGES = {
  landing: { path: "/", minPerformance: 95 },
  login: { path: "/login", minPerformance: 95 },
  dashboard: { path: "/dashboard", minPerformance: 90 },
};
const MIN_SCORES = { accessibility: 100, "best-practices": 95 };
type Category = "performance" | keyof typeof MIN_SCORES;
const CATEGORIES: Category[] = ["performance", "accessibility", "best-practices"];

/** Lighthouse's mobile preset on the public pages and the dashboard. @param port of the browser's debugger */
export async function measureLighthouse(
  port: number,
  { url, session }: WebSetup,
  rounds: number,
  print: (line: string) => void,
): Promise<Measured> {
  const figures: Measured["figures"] = [];
  for (const [name, { path, minPerformance }] of Object.entries(PAGES)) {
    const minScores = { ...MIN_SCORES, performance: minPerformance };
    const scores: Record<Category, number[]> = { performance: [], accessibility: [], "best-practices": [] };
    const [shifts, paints, blocked]: [number[], number[], number[]] = [[], [], []];
    const extraHeaders = name === "dashboard" ? { Cookie: `${session.name}=${session.value}` } : undefined;
    for (let round = 0; round < rounds; round += 1) {
      const result = await lighthouse(url + path, {
        port,
        onlyCategories: CATEGORIES,
        logLevel: "error",
        ...(extraHeaders && { extraHeaders }),
      });
      if (!result || result.lhr.runtimeError)
        throw new Error(`Lighthouse did not run: ${result?.lhr.runtimeError?.message ?? "no result"}`);
      const { categories, audits } = result.lhr;
      for (const category of CATEGORIES) scores[category].push(Math.round((categories[category]?.score ?? 0) * 100));
      const readAudit = (id: string) => audits[id]?.numericValue ?? Number.NaN;
      shifts.push(readAudit("cumulative-layout-shift"));
      paints.push(readAudit("largest-contentful-paint"));
      blocked.push(readAudit("total-blocking-time"));
      if (round > 0) continue;
      for (const audit of Object.values(audits))
        if (audit.score !== null && audit.score < 0.9)
          print(`${name}: ${audit.id} ${audit.displayValue ?? audit.title}`);
    }
    figures.push(
      ...CATEGORIES.map((category) => ({
        name: `${name}, ${category}`,
        value: computeMedian(scores[category]),
        unit: "",
        target: { atLeast: minScores[category] },
      })),
      { name: `${name}, layout shift`, value: computeMedian(shifts), unit: "", target: { atMost: 0.05 } },
      { name: `${name}, largest contentful paint`, value: computeMedian(paints), unit: "ms" },
      { name: `${name}, total blocking time`, value: computeMedian(blocked), unit: "ms" },
    );
  }
  return {
    title: `Lighthouse, ${rounds} rounds`,
    how: "Mobile preset (simulated slow 4G, CPU four times slower), production build on loopback. Medians.",
    figures,
  };
}
