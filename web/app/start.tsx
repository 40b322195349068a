import "../lib/no-eval";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { needTexts } from "../i18n/i18n";
import { followHistory } from "../lib/history";
import { queryClient } from "../lib/query-client";
import { CrashBoundary } from "./crash";
import { firstAnswers } from "./first-answers";
import { AppRouter } from "./router";
import { fetchScreen } from "./screens";

/** How long what is on the page stays there, in milliseconds, for the app to come with all that it shows first. */
const PATIENCE = 1_000;

/**
 * Draws the app into the page.
 * @param path of the screen that is wanted
 */
export async function start(root: HTMLElement, path: string): Promise<void> {
  followHistory();
  // It has come with the page. Set up while nothing else is under way: it makes errors to have them ready, and a browser whose tools are open reads all code that stands around an error once more.
  const drawing = import("react-dom/client");
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE));
  await Promise.all([needTexts("app"), Promise.race([Promise.all([fetchScreen(path), firstAnswers(path)]), patience])]);
  const app = (
    <StrictMode>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <AppRouter />
        </QueryClientProvider>
      </CrashBoundary>
    </StrictMode>
  );
  const { createRoot } = await drawing;
  // As a transition: in short turns, which leave the page free to be used.
  startTransition(() => createRoot(root).render(app));
}
