import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { needTexts } from "../i18n/i18n";
import { queryClient } from "../lib/query-client";
import { router } from "./router";

/** Draws the app into the page, in the language that was chosen. */
export async function start(root: HTMLElement): Promise<void> {
  await needTexts("app");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
