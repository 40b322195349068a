import "../lib/zod-config";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { AppRouter } from "../app-router";
import { needTexts } from "../i18n/i18n";
import { ErrorBoundary } from "../layouts/error-boundary";
import { followHistory } from "../lib/history";
import { queryClient } from "../lib/query-client";
import { preloadPage } from "../routes.tsx";
import { preloadQueries } from "./preload-queries";

/** How long what is on the page stays there, in milliseconds, for the app to come with all that it shows first. */
const FIRST_SCREEN_TIMEOUT_MS = 1_000;

/**
 * Draws the app into the page.
 * @param path of the screen that is wanted
 */
export async function mountApp(root: HTMLElement, path: string): Promise<void> {
  followHistory();
  // It has come with the page. Set up while nothing else is under way: it makes errors to have them ready, and a browser whose tools are open reads all code that stands around an error once more.
  const drawing = import("react-dom/client");
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, FIRST_SCREEN_TIMEOUT_MS));
  await Promise.all([
    needTexts("app"),
    Promise.race([Promise.all([preloadPage(path), preloadQueries(path)]), patience]),
  ]);
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <AppRouter />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
  const { createRoot } = await drawing;
  // As a transition: in short turns, which leave the page free to be used.
  startTransition(() => createRoot(root).render(app));
}
