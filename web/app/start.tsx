import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { startTexts } from "../i18n/i18n";
import { queryClient } from "../lib/query-client";
import { router } from "./router";
import { startTheme } from "./theme";

/** Draws the app into the page, in the theme and language that were chosen. */
export async function start(root: HTMLElement): Promise<void> {
  startTheme();
  await startTexts();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
