import type { LimitUse } from "./limits.ts";
import type { ScaleResult } from "./simulate.ts";

const [WIDTH, HEIGHT] = [860, 460];
const PLOT = { left: 70, top: 30, right: 300, bottom: 50 };
/** Powers of ten. */
const SHARES = { least: -3, most: 3 };
const LINES = 8;
const COLOURS = ["#c2410c", "#1d4ed8", "#15803d", "#7e22ce", "#b91c1c", "#0e7490", "#a16207", "#374151"];
/** What Cloudflare's limits should stay below. */
const WANTED_SHARE = 0.6;
const FONT = 'font-family="system-ui, sans-serif" font-size="12"';

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** How much of the limits used most is used, by the number of users; both scales are logarithmic. */
export function drawChart({ scales }: ScaleResult): string {
  const users = scales.map((scale) => scale.users);
  const [fewest, most] = [Math.log10(Math.min(...users)), Math.log10(Math.max(...users))];
  const innerWidth = WIDTH - PLOT.left - PLOT.right;
  const innerHeight = HEIGHT - PLOT.top - PLOT.bottom;
  const toX = (count: number) => PLOT.left + ((Math.log10(count) - fewest) / (most - fewest || 1)) * innerWidth;
  const toY = (share: number) => {
    const power = Math.min(SHARES.most, Math.max(SHARES.least, Math.log10(Math.max(share, 1e-12))));
    return PLOT.top + ((SHARES.most - power) / (SHARES.most - SHARES.least)) * innerHeight;
  };
  const text = (x: number, y: number, content: string, more = "") =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${FONT} ${more}>${escapeText(content)}</text>`;
  const horizontal = (share: number, colour: string) =>
    `<path d="M${PLOT.left} ${toY(share).toFixed(1)}h${innerWidth}" stroke="${colour}"/>`;
  const powers = Array.from({ length: SHARES.most - SHARES.least + 1 }, (_, at) => 10 ** (SHARES.least + at));
  const shown = (scales.at(-1)?.limits ?? []).slice(0, LINES);
  // Names stand one below the other, whatever the distance of the lines.
  const line = ({ name }: LimitUse, at: number) => {
    const colour = COLOURS[at % COLOURS.length] ?? "";
    const points = scales.map((scale) => {
      const share = scale.limits.find((use) => use.name === name)?.share ?? 0;
      return `${toX(scale.users).toFixed(1)},${toY(share).toFixed(1)}`;
    });
    const labelY = PLOT.top + 14 + at * 20;
    return [
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      text(WIDTH - PLOT.right + 14, labelY, name, `fill="${colour}"`),
    ].join("\n");
  };
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    "<title>How much of each limit is used, by the number of users</title>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...powers.flatMap((share) => [
      horizontal(share, "#e5e7eb"),
      text(
        PLOT.left - 8,
        toY(share) + 4,
        `${Number((share * 100).toPrecision(1))} %`,
        'text-anchor="end" fill="#374151"',
      ),
    ]),
    horizontal(1, "#111827"),
    horizontal(WANTED_SHARE, "#9ca3af"),
    ...users.map((count) =>
      text(toX(count), HEIGHT - PLOT.bottom + 20, count.toLocaleString("en-US"), 'text-anchor="middle" fill="#374151"'),
    ),
    text(PLOT.left + innerWidth / 2, HEIGHT - 10, "users of a month", 'text-anchor="middle" fill="#374151"'),
    ...shown.map(line),
    "</svg>",
  ].join("\n")}\n`;
}
