import { defineBench } from "../harness/cli.ts";
import { BenchSetup } from "./search/bench-setup.ts";
import { measureCategories } from "./search/measure-categories.ts";
import { measureDeadHosts } from "./search/measure-dead-hosts.ts";
import { measureFirstCompany } from "./search/measure-first-company.ts";
import { measureLatency } from "./search/measure-latency.ts";
import { measureRecall } from "./search/measure-recall.ts";
import { measureRows } from "./search/measure-rows.ts";
import { measureStops } from "./search/measure-stops.ts";
import { measureThroughput } from "./search/measure-throughput.ts";

/**
 * What finding companies costs, beside Crawlee's CheerioCrawler in the same run; the outside world is a process of its
 * own.
 */
export const command = defineBench({
  packages: ["@crawlee/cheerio"],
  open: (run) => BenchSetup.create(run),
  close: (setup) => setup.siteServer.stop(),
  parts: {
    throughput: measureThroughput,
    latency: measureLatency,
    "dead-hosts": measureDeadHosts,
    "first-company": measureFirstCompany,
    stops: measureStops,
    rows: measureRows,
    recall: measureRecall,
    categories: () => measureCategories(),
  },
});
