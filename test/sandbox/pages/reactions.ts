import { composeReaction, REACTIONS, type Reaction } from "../gmail/company-mails";
import { deliverMail } from "../gmail/deliver-mail";
import { forwardFromGmail } from "../gmail/forwarded-mail";
import { readSentMail } from "../gmail/read-sent-mail";
import { type OutsideRequest, readForm } from "../outside-request";
import type { StoredMail } from "../state/mail-table";
import { type Markup, markup, renderPage } from "./html";

const LABELS: Record<Reaction, string> = {
  answer: "asks when",
  invite: "invites",
  refuse: "refuses",
  absent: "is absent",
  bounce: "is not found",
};

const findForwarding = async ({ state }: OutsideRequest, account: string) =>
  (await state.forwardings()).find(({ mailbox, confirmed }) => mailbox === account && confirmed);

/** What the company may do with a mail: forwarded to the product, or as a file. */
export async function renderReactions(call: OutsideRequest, mail: StoredMail): Promise<Markup> {
  const forwarding = await findForwarding(call, mail.account);
  const path = `/sandbox/outbox/${mail.id}`;
  return markup`<h2>The company…</h2>
    ${
      forwarding
        ? markup`<form method="post" action="${path}/reaction">
            ${REACTIONS.map((each) => markup`<button name="reaction" value="${each}">${LABELS[each]}</button>`)}
          </form>`
        : markup`<p>
            ${mail.account} forwards nothing yet: <a href="/sandbox/gmail">add its forwarding address</a>.
          </p>`
    }
    <p class="soft">
      As a file:
      ${REACTIONS.map((each) => markup`<a href="${path}/reaction?reaction=${each}">${LABELS[each]}</a> `)}
    </p>`;
}

/** GET downloads what the company writes back, POST lets the user's Gmail forward it. */
export async function answerReaction(call: OutsideRequest, mail: StoredMail, raw: ArrayBuffer): Promise<Response> {
  const wanted = (call.method === "POST" ? readForm(call) : call.url.searchParams).get("reaction");
  const reaction = REACTIONS.find((each) => each === wanted);
  const forwarding = await findForwarding(call, mail.account);
  if (!reaction || (call.method === "POST" && !forwarding)) return new Response("no such reaction", { status: 400 });
  const sent = await readSentMail(raw, mail.account);
  const text = composeReaction(reaction, sent, crypto.randomUUID().slice(0, 8));
  if (call.method !== "POST" || !forwarding)
    return new Response(text, {
      headers: { "content-type": "message/rfc822", "content-disposition": `attachment; filename="${reaction}.eml"` },
    });
  const refusal = await deliverMail(
    forwardFromGmail(text, { mailbox: mail.account, inbox: forwarding.address }),
    call.url.origin,
  );
  return renderPage(
    mail.subject,
    markup`<p class="soft"><a href="/sandbox/outbox/${mail.id}">${mail.subject}</a></p>
      <p role="status">
        ${refusal === null ? `Forwarded: ${sent.to} ${LABELS[reaction]}.` : `It did not arrive: ${refusal}`}
      </p>`,
  );
}
