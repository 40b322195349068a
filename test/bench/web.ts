import { launchBrowser } from "../e2e/support/browser.ts";
import { buildWebApp } from "../harness/build-web-app.ts";
import { defineBench } from "../harness/cli.ts";
import { findFreePort } from "../harness/free-port.ts";
import { measureLighthouse } from "./web/measure-lighthouse.ts";
import { measurePrerender } from "./web/measure-prerender.ts";
import { measureTable } from "./web/measure-table.ts";
import { startWebSetup } from "./web/web-setup.ts";

/**
 * How quick the web app is, built for production, in Chromium, on workerd and a database with ten thousand companies.
 */
export const command = defineBench({
  options: {
    rounds: { about: "rounds of the table and of prerendering", usual: 7, short: 1 },
    visits: { about: "visits of Lighthouse", usual: 3, short: 1 },
  },
  open: async () => {
    buildWebApp();
    const web = await startWebSetup();
    // Lighthouse drives the browser by its debugger.
    const port = await findFreePort();
    return { web, port, browser: await launchBrowser([`--remote-debugging-port=${port}`]) };
  },
  close: async ({ browser, web }) => {
    await browser.close();
    await web.stop();
  },
  parts: {
    table: ({ browser, web }, { options }) => measureTable(browser, web, options.rounds),
    prerender: ({ browser, web }, { options }) => measurePrerender(browser, web, options.rounds),
    lighthouse: ({ port, web }, { options, print }) => measureLighthouse(port, web, options.visits, print),
  },
});
