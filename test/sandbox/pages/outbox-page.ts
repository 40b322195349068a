import PostalMime from "postal-mime";
import type { OutsideRequest } from "../outside-request";
import type { StoredMail } from "../state/mail-table";
import { type Markup, markup, renderPage } from "./html";
import { answerReaction, renderReactions } from "./reactions";

const notFound = (): Response =>
  renderPage(
    "Not found",
    markup`<h1>No such mail</h1>
      <p><a href="/sandbox/outbox">Outbox</a></p>`,
    { status: 404 },
  );

async function listAsJson(call: OutsideRequest, mails: StoredMail[]): Promise<Response> {
  const whole = mails.map(async (mail) => ({
    ...mail,
    raw: new TextDecoder().decode((await call.state.rawMail(mail.id)) ?? undefined),
  }));
  return Response.json(await Promise.all(whole), { headers: { "cache-control": "no-store" } });
}

const describeAttachments = ({ attachments }: StoredMail): string =>
  attachments.length > 0 ? ` · attached: ${attachments.map(({ filename }) => filename).join(", ")}` : "";

/** A conversation a line, by its latest mail, as in Gmail. */
function renderList(mails: StoredMail[]): Response {
  const threads = [...Map.groupBy(mails, ({ threadId }) => threadId).values()];
  const rows = threads.flatMap(([mail, ...earlier]) => {
    const size = earlier.length > 0 ? ` (${earlier.length + 1})` : "";
    return mail
      ? markup`<li>
        <a href="/sandbox/outbox/${mail.id}"
          ><strong>${mail.subject || "(no subject)"}</strong>${size}<br />
          ${mail.to}
          <span class="soft"
            >· from ${mail.from} ·
            <time>${mail.at}</time
            >${describeAttachments(mail)}</span
          ></a
        >
      </li>`
      : [];
  });
  const empty = markup`<p>Nothing was sent yet.</p>`;
  return renderPage(
    "Outbox",
    markup`<p class="soft"><a href="/sandbox/">sandbox</a></p>
      <h1>Outbox (${mails.length})</h1>
      ${
        rows.length > 0
          ? markup`<ul class="mails">
              ${rows}
            </ul>`
          : empty
      }`,
  );
}

/** @param thread its conversation, newest first */
function renderMail(mail: StoredMail, thread: StoredMail[], reactions: Markup): Response {
  const others = thread
    .filter(({ id }) => id !== mail.id)
    .toReversed()
    .map(
      (each) =>
        markup`<li>
          <a href="/sandbox/outbox/${each.id}">${each.subject}</a>
          <span class="soft"><time>${each.at}</time></span>
        </li>`,
    );
  const files = mail.attachments.map(
    (file, n) =>
      markup`<li>
        <a href="/sandbox/outbox/${mail.id}/attachments/${n}">${file.filename}</a>
        <span class="soft">${file.mimeType}, ${file.size} bytes</span>
      </li>`,
  );
  return renderPage(
    mail.subject,
    markup`<p class="soft"><a href="/sandbox/outbox">Outbox</a></p>
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
          ? markup`<h2>Attachments</h2>
              <ul>
                ${files}
              </ul>`
          : undefined
      }
      ${
        others.length > 0
          ? markup`<h2>In the same conversation</h2>
              <ul>
                ${others}
              </ul>`
          : undefined
      }
      <p class="soft"><a href="/sandbox/outbox/${mail.id}/raw">Raw message</a></p>
      ${reactions}`,
  );
}

async function answerAttachment(raw: ArrayBuffer, n: number): Promise<Response> {
  const part = (await PostalMime.parse(raw)).attachments[n];
  if (!part) return notFound();
  const name = (part.filename ?? "noname").replace(/[^\w. -]/g, "_");
  return new Response(part.content, {
    headers: { "content-type": part.mimeType, "content-disposition": `attachment; filename="${name}"` },
  });
}

/** GET lists (JSON by Accept), opens a mail, downloads its parts; POST answers one; DELETE empties. */
export async function answerOutbox(call: OutsideRequest): Promise<Response> {
  const [id, part, n] = call.url.pathname.split("/").slice(3);
  if (call.method === "DELETE") {
    await call.state.clearMails();
    return Response.json({ ok: true });
  }
  const mails = await call.state.mails();
  if (!id)
    return call.headers.get("accept")?.includes("application/json") ? listAsJson(call, mails) : renderList(mails);
  const mail = mails.find((each) => each.id === id);
  const raw = mail && (await call.state.rawMail(id));
  if (!mail || !raw) return notFound();
  if (part === "raw") return new Response(raw, { headers: { "content-type": "text/plain; charset=utf-8" } });
  if (part === "attachments") return answerAttachment(raw, Number(n));
  if (part === "reaction") return answerReaction(call, mail, raw);
  return renderMail(
    mail,
    mails.filter(({ threadId }) => threadId === mail.threadId),
    await renderReactions(call, mail),
  );
}
