import "../lib/no-eval";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followHistory } from "../lib/history";
import { queryClient } from "../lib/query-client";
import { CrashBoundary } from "./crash";
import { AppRouter } from "./router";

export { fetchScreen } from "./screens";

/** Draws the app into the page; its texts are there. */
export function start(root: HTMLElement): void {
  followHistory();
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
