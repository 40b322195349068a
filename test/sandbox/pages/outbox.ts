import PostalMime from "postal-mime";
import type { OutsideCall } from "../call";
import type { StoredMail } from "../state/mails";
import { html, page } from "./html";

const missing = (): Response =>
  page(
    "Not found",
    html`<h1>No such mail</h1>
      <p><a href="/sandbox/outbox">Outbox</a></p>`,
    { status: 404 },
  );

async function asJson(call: OutsideCall, mails: StoredMail[]): Promise<Response> {
  const whole = mails.map(async (mail) => ({
    ...mail,
    raw: new TextDecoder().decode((await call.state.rawMail(mail.id)) ?? undefined),
  }));
  return Response.json(await Promise.all(whole), { headers: { "cache-control": "no-store" } });
}

function listPage(mails: StoredMail[]): Response {
  const rows = mails.map(
    (mail) =>
      html`<li>
        <a href="/sandbox/outbox/${mail.id}"
          ><strong>${mail.subject || "(no subject)"}</strong><br />
          ${mail.to}
          <span class="soft"
            >· from ${mail.from} ·
            <time>${mail.at}</time
            >${mail.attachments.length > 0 ? ` · attached: ${mail.attachments.map(({ filename }) => filename).join(", ")}` : ""}</span
          ></a
        >
      </li>`,
  );
  const empty = html`<p>Nothing was sent yet.</p>`;
  return page(
    "Outbox",
    html`<p class="soft"><a href="/sandbox/">sandbox</a></p>
      <h1>Outbox (${mails.length})</h1>
      ${
        rows.length > 0
          ? html`<ul class="mails">
              ${rows}
            </ul>`
          : empty
      }`,
  );
}

function mailPage(mail: StoredMail): Response {
  const files = mail.attachments.map(
    (file, n) =>
      html`<li>
        <a href="/sandbox/outbox/${mail.id}/attachments/${n}">${file.filename}</a>
        <span class="soft">${file.mimeType}, ${file.size} bytes</span>
      </li>`,
  );
  return page(
    mail.subject,
    html`<p class="soft"><a href="/sandbox/outbox">Outbox</a></p>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to}</dd>
        <dt>Date</dt>
        <dd><time>${mail.at}</time></dd>
      </dl>
      <pre>${mail.text}</pre>
      ${
        files.length > 0
          ? html`<h2>Attachments</h2>
              <ul>
                ${files}
              </ul>`
          : undefined
      }
      <p class="soft"><a href="/sandbox/outbox/${mail.id}/raw">Raw message</a></p>`,
  );
}

async function attachment(raw: ArrayBuffer, n: number): Promise<Response> {
  const part = (await PostalMime.parse(raw)).attachments[n];
  if (!part) return missing();
  const name = (part.filename ?? "noname").replace(/[^\w. -]/g, "_");
  return new Response(part.content, {
    headers: { "content-type": part.mimeType, "content-disposition": `attachment; filename="${name}"` },
  });
}

/** GET lists (JSON when asked for), opens a mail, downloads its parts; DELETE empties. */
export async function outbox(call: OutsideCall): Promise<Response> {
  const [id, part, n] = call.url.pathname.split("/").slice(3);
  if (call.method === "DELETE") {
    await call.state.clearMails();
    return Response.json({ ok: true });
  }
  const mails = await call.state.mails();
  if (!id) return call.headers.get("accept")?.includes("application/json") ? asJson(call, mails) : listPage(mails);
  const mail = mails.find((each) => each.id === id);
  const raw = mail && (await call.state.rawMail(id));
  if (!mail || !raw) return missing();
  if (part === "raw") return new Response(raw, { headers: { "content-type": "text/plain; charset=utf-8" } });
  if (part === "attachments") return attachment(raw, Number(n));
  return mailPage(mail);
}
