import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { createElement as h, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { FIRST_PAGE } from "../../../worker/contract/dashboard-preload.ts";

// A virtual table and nothing else, on the same first page of the same data: what the dashboard is measured against.
// Bundled for the browser.

const Rows = z.object({ companies: z.array(z.record(z.string(), z.unknown())) });
const COLUMNS = ["name", "website", "business_type", "city", "email", "phone", "subject", "send_status", "created_at"];

function BareTable() {
  const [rows, setRows] = useState<z.infer<typeof Rows>["companies"]>([]);
  useEffect(() => {
    void fetch(`/api/dashboard/companies?limit=${FIRST_PAGE}`).then(async (response) =>
      setRows(Rows.parse(await response.json()).companies),
    );
  }, []);
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => 60, overscan: 8 });
  const items = virtualizer.getVirtualItems();
  const [before, after] = [items[0]?.start ?? 0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const renderCells = (row: Record<string, unknown>) =>
    COLUMNS.map((column) => h("td", { key: column }, String(row[column])));
  return h(
    "table",
    null,
    h(
      "tbody",
      null,
      h("tr", { style: { height: before } }),
      items.map(({ index, key }) =>
        h("tr", { key, "data-index": index, style: { height: 60 } }, renderCells(rows[index] ?? {})),
      ),
      h("tr", { style: { height: after } }),
    ),
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(h(BareTable));
