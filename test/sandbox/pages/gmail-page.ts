import { composeConfirmation } from "../gmail/company-mails";
import { deliverMail } from "../gmail/deliver-mail";
import { passChecks, receiveAtCloudflare } from "../gmail/forwarded-mail";
import { type OutsideRequest, readForm } from "../outside-request";
import type { Forwarding } from "../state/forwarding-table";
import { type Markup, markup, renderPage } from "./html";

const GOOGLE_SENDER = "forwarding-noreply@google.com";

const createCode = (): string =>
  String(100_000_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000_000));

/** Adds an address, to which Google sends a code, or confirms one with its code. @returns what went wrong */
async function changeForwarding(call: OutsideRequest): Promise<string | null> {
  const form = readForm(call);
  const [mailbox = "", address = "", code = ""] = ["mailbox", "address", "code"].map((name) =>
    form.get(name)?.trim().toLowerCase(),
  );
  if (code !== "") return (await call.state.confirmForwarding(mailbox, code)) ? null : "This is not the code.";
  if (!mailbox.includes("@") || !address.includes("@")) return "An address is missing.";
  const sent = createCode();
  await call.state.putForwarding({ mailbox, address, code: sent });
  const mail = composeConfirmation(mailbox, address, sent, { link: false });
  const refusal = await deliverMail(
    receiveAtCloudflare(mail, { from: GOOGLE_SENDER, to: address }, passChecks(GOOGLE_SENDER)),
    call.url.origin,
  );
  return refusal === null ? null : `Google's mail did not arrive: ${refusal}`;
}

const renderForwarding = ({ mailbox, address, confirmed }: Forwarding): Markup => markup`<li>
  <strong>${mailbox}</strong> to <code>${address}</code>: ${confirmed ? "all mail is forwarded" : "not confirmed yet"}
  ${
    confirmed
      ? undefined
      : markup`<form method="post">
          <input type="hidden" name="mailbox" value="${mailbox}" />
          <label>Google's code, which was sent there <input name="code" inputmode="numeric" required /></label>
          <button class="main">Confirm</button>
        </form>`
  }
</li>`;

/** The forwarding settings of all mailboxes: GET shows them, POST adds or confirms an address. */
export async function answerGmail(call: OutsideRequest): Promise<Response> {
  const problem = call.method === "POST" ? await changeForwarding(call) : null;
  if (call.method === "POST" && problem === null)
    return new Response(null, { status: 303, headers: { location: "/sandbox/gmail" } });
  const [forwardings, mails] = [await call.state.forwardings(), await call.state.mails()];
  const mailboxes = [...new Set(mails.map(({ account }) => account))];
  return renderPage(
    "Gmail",
    markup`<p class="soft"><a href="/sandbox/">sandbox</a></p>
      <h1>Forwarding</h1>
      ${problem === null ? undefined : markup`<p role="alert"><strong>${problem}</strong></p>`}
      <p>What companies answer goes on to the address that the settings of the product show, once it is confirmed.</p>
      <ul>
        ${forwardings.map(renderForwarding)}
      </ul>
      <form method="post">
        <label>Mailbox <input type="email" name="mailbox" list="mailboxes" value="${mailboxes[0]}" required /></label>
        <datalist id="mailboxes">
          ${mailboxes.map((mailbox) => markup`<option value="${mailbox}"></option>`)}
        </datalist>
        <label>Forwarding address <input type="email" name="address" required /></label>
        <button class="main">Add</button>
      </form>`,
    { status: problem === null ? 200 : 400 },
  );
}
