import lighthouse from "lighthouse";
import { type Measured, medianOf } from "../report.ts";
import type { WebStage } from "./stage.ts";

const PAGES = { landing: "/", login: "/login", dashboard: "/dashboard" };
const WANTED = { performance: 95, accessibility: 100, "best-practices": 95 } as const;
type Category = keyof typeof WANTED;
const CATEGORIES: Category[] = ["performance", "accessibility", "best-practices"];

/** What Lighthouse's mobile preset says of the public pages and the dashboard. @param port of the browser's debugger */
export async function measureLighthouse(
  port: number,
  { url, cookie }: WebStage,
  rounds: number,
  say: (line: string) => void,
): Promise<Measured> {
  const figures: Measured["figures"] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const scores: Record<Category, number[]> = { performance: [], accessibility: [], "best-practices": [] };
    const [shifts, paints, blocked]: [number[], number[], number[]] = [[], [], []];
    const extraHeaders = name === "dashboard" ? { Cookie: cookie } : undefined;
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
      const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
      shifts.push(valueOf("cumulative-layout-shift"));
      paints.push(valueOf("largest-contentful-paint"));
      blocked.push(valueOf("total-blocking-time"));
      if (round > 0) continue;
      for (const audit of Object.values(audits))
        if (audit.score !== null && audit.score < 0.9) say(`${name}: ${audit.id} ${audit.displayValue ?? audit.title}`);
    }
    figures.push(
      ...CATEGORIES.map((category) => ({
        name: `${name}, ${category}`,
        value: medianOf(scores[category]),
        unit: "",
        target: { atLeast: WANTED[category] },
      })),
      { name: `${name}, layout shift`, value: medianOf(shifts), unit: "", target: { atMost: 0.05 } },
      { name: `${name}, largest contentful paint`, value: medianOf(paints), unit: "ms" },
      { name: `${name}, total blocking time`, value: medianOf(blocked), unit: "ms" },
    );
  }
  return {
    title: `Lighthouse, ${rounds} rounds`,
    how: "Mobile preset (simulated slow 4G, CPU four times slower), production build on loopback. Medians.",
    figures,
  };
}
