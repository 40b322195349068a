import "../lib/no-eval";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { needTexts } from "../i18n/i18n";
import { followHistory } from "../lib/history";
import { queryClient } from "../lib/query-client";
import { CrashBoundary } from "./crash";
import { AppRouter } from "./router";
import { fetchScreen } from "./screens";

/** Draws the app into the page, in the language that was chosen. */
export async function start(root: HTMLElement): Promise<void> {
  fetchScreen(window.location.pathname);
  followHistory();
  await needTexts("app");
  createRoot(root).render(
    <StrictMode>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <AppRouter />
        </QueryClientProvider>
      </CrashBoundary>
    </StrictMode>,
  );
}
