import { z } from "zod";
import { readBodyText, type OutsideRequest } from "../outside-request";
import { markup, renderPage } from "./html";

const Published = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("txt"), at: z.string().min(1).toLowerCase(), text: z.string() }),
  z.strictObject({ kind: z.literal("file"), at: z.url(), text: z.string().default(""), location: z.url().optional() }),
]);

function readPublication(call: OutsideRequest): unknown {
  const text = readBodyText(call);
  if (isForm(call)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isForm = ({ headers }: OutsideRequest) =>
  (headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded");

async function addPublication(call: OutsideRequest): Promise<Response> {
  const published = Published.safeParse(readPublication(call));
  if (!published.success) return Response.json({ error: z.prettifyError(published.error) }, { status: 400 });
  await call.state.publish(published.data);
  return isForm(call)
    ? new Response(null, { status: 303, headers: { location: "/sandbox/published" } })
    : Response.json({ ok: true });
}

/** POST publishes a TXT record or a file as its owner would, GET lists them, DELETE removes them all. */
export async function answerPublished(call: OutsideRequest): Promise<Response> {
  if (call.method === "POST") return addPublication(call);
  if (call.method === "DELETE") {
    await call.state.clearPublished();
    return Response.json({ ok: true });
  }
  const all = await call.state.allPublished();
  const rows = all.map((each) => markup`<li><code>${JSON.stringify(each)}</code></li>`);
  return renderPage(
    "Published",
    markup`<p class="soft"><a href="/sandbox/">sandbox</a></p>
      <h1>What companies have published (${all.length})</h1>
      <ul>
        ${rows}
      </ul>
      <form method="post">
        <p>
          <label
            >Kind
            <select name="kind">
              <option value="txt">TXT record</option>
              <option value="file">file</option>
            </select></label
          >
        </p>
        <p>
          <label>Name or address <input name="at" required size="60" /></label>
        </p>
        <p>
          <label>Text <input name="text" required size="80" /></label>
        </p>
        <p><button>Publish</button></p>
      </form>
      <p class="soft">POST /sandbox/published {kind: "txt" | "file", at, text, location?} · DELETE takes all down</p>`,
  );
}
