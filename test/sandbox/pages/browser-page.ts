import type { OutsideRequest } from "../outside-request";
import { answerFaults } from "./faults-page";
import { answerGmail } from "./gmail-page";
import { markup, renderPage, styleSheetResponse } from "./html";
import { answerMapTile } from "./map-tile";
import { answerOutbox } from "./outbox-page";
import { answerPublished } from "./published-page";

/** Marker for the check that a production build contains nothing of the sandbox. */
const SANDBOX_MARKER = "candidature-sandbox-marker-7f3a";

function renderIndex(): Response {
  return renderPage(
    "Sandbox",
    markup`<h1>The sandbox</h1>
      <p>The outside world, played on this machine: nothing leaves it.</p>
      <ul>
        <li><a href="/sandbox/outbox">Outbox</a>: what was sent, and what companies answer</li>
        <li><a href="/sandbox/gmail">Gmail</a>: where it forwards answers</li>
        <li><a href="/sandbox/faults">Faults</a>: what was told to fail</li>
        <li><a href="/sandbox/published">Published</a>: what companies put up to prove a domain</li>
      </ul>
      <p class="soft">${SANDBOX_MARKER}</p>`,
  );
}

/** The sandbox's own pages under /sandbox/. */
export async function answerBrowserPage(call: OutsideRequest): Promise<Response> {
  const [name = ""] = call.url.pathname.split("/").slice(2);
  switch (name) {
    case "":
      if (call.method !== "DELETE") return renderIndex();
      await call.state.clear();
      return Response.json({ ok: true });
    case "style.css":
      return styleSheetResponse();
    case "outbox":
      return answerOutbox(call);
    case "gmail":
      return answerGmail(call);
    case "faults":
      return answerFaults(call);
    case "tiles":
      return answerMapTile(call.url.pathname);
    case "published":
      return answerPublished(call);
    case "batches":
      return Response.json({ batches: await call.state.llmBatches(), files: await call.state.llmFiles() });
    case "tokens":
      // Ends every Google grant at once, as a user can on Google's permissions page.
      if (call.method === "DELETE") await call.state.revokeAll();
      return Response.json({ ok: true });
    default:
      return renderPage(
        "Not found",
        markup`<h1>No such page</h1>
          <p><a href="/sandbox/">sandbox</a></p>`,
        { status: 404 },
      );
  }
}
