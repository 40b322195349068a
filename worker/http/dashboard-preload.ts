import { dashboardPreload } from "../contract/companies";
import { FIRST_LISTING, type PreloadedCall, preloadedCalls } from "../contract/dashboard-preload";
import { toUrl } from "../contract/endpoint";
import type { Statement } from "../db/client";
import { logError } from "../lib/log";
import { ApiError } from "../platform/api-error";
import type { App } from "./request-context";
import { checkSession, requireSessionCookie } from "./require-session";
import { findGet } from "./route";

/**
 * Serves the answers to the dashboard's first calls, by URL, with one session check in one round trip. Forbidden calls
 * are left out; failed ones too, and logged. Register it after the calls themselves.
 */
export function registerDashboardPreloadRoute(app: App): void {
  const calls = Object.values<PreloadedCall>(preloadedCalls(FIRST_LISTING)).map(({ path, query }) => {
    const url = toUrl(path, query);
    return { url, path, ...findGet(app, path)(Object.fromEntries(new URLSearchParams(url.split("?")[1]))) };
  });
  app.on(dashboardPreload.method, dashboardPreload.path, async (c) => {
    const cookie = await requireSessionCookie(c.get("context"));
    let reads: (readonly Statement[])[] = [];
    const { context, rows } = await checkSession(c.get("context"), cookie, dashboardPreload, (context) => {
      reads = calls.map((call) => call.read(context, cookie));
      return reads.flat();
    });
    const left = [...rows];
    const answers = await Promise.all(
      calls.map(async ({ url, path, access, respond }, index) => {
        const rows = left.splice(0, reads[index]?.length);
        if (access === "ready" && !context.user.wizardCompleted) return [];
        try {
          return [[url, await respond(context, rows)]];
        } catch (error) {
          if (!(error instanceof ApiError)) logError("answer_left_out", error, { path });
          return [];
        }
      }),
    );
    return c.json({ answers: Object.fromEntries(answers.flat()) as Record<string, unknown> });
  });
}
