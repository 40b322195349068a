import "../lib/zod-config";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { App } from "../app.tsx";
import { needTexts } from "../i18n/i18n";
import { ErrorBoundary } from "../layouts/error-boundary";
import { setEarlyAnswers } from "../lib/api-client";
import { queryClient } from "../lib/query-client";
import { preloadPage } from "../routes.tsx";
import { earlyAnswers } from "./early-answers";
import { preloadQueries } from "./preload-queries";

/** How long the prerendered page waits for the first screen and its data before the app replaces it. */
const FIRST_SCREEN_TIMEOUT_MS = 1_000;
/** Companies that can be read are not replaced by a sign that something loads. */
const DRAWN_SCREEN_TIMEOUT_MS = 10_000;

/**
 * Draws the app into the page.
 * @param path of the screen to load first
 * @param isDrawn the page shows companies already
 */
export async function mountApp(root: HTMLElement, path: string, isDrawn: boolean): Promise<void> {
  setEarlyAnswers(earlyAnswers);
  // React DOM creates Error objects when it loads; with DevTools open the browser then parses the module around them
  // again (35 of 43 ms measured). So it is imported on its own, before anything else runs.
  const reactDom = import("react-dom/client");
  const timeout = new Promise<void>(
    (resolve) => void setTimeout(resolve, isDrawn ? DRAWN_SCREEN_TIMEOUT_MS : FIRST_SCREEN_TIMEOUT_MS),
  );
  await Promise.all([
    needTexts("app"),
    Promise.race([Promise.all([preloadPage(path), preloadQueries(path, window.location.search)]), timeout]),
  ]);
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
  const { createRoot } = await reactDom;
  // A transition renders in short slices, so the page stays responsive.
  startTransition(() => createRoot(root).render(app));
}
