// Mails that come after an application, as the sandbox's companies and mail servers write them.

/** What a mail that was sent said. */
export interface SentMail {
  /** The candidate's address, and where answers go. */
  from: string;
  replyTo: string;
  /** The company's. */
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

export const REACTIONS = ["answer", "invite", "refuse", "absent", "bounce"] as const;
export type Reaction = (typeof REACTIONS)[number];

const formatNow = (): string => new Date().toUTCString().replace("GMT", "+0000");
const toDomain = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
const toMail = (lines: readonly (string | null)[]): string => lines.filter((line) => line !== null).join("\r\n");
/** ASCII, whatever the subject was. */
const encodeHeader = (text: string): string =>
  /^[ -~]*$/u.test(text) ? text : `=?UTF-8?B?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;
const quote = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => `> ${line}`)
    .join("\r\n");

const WORDS: Record<Exclude<Reaction, "bounce">, string> = {
  answer: "Merci pour votre message. Quand seriez-vous disponible, et à partir de quelle date ?",
  invite: "Votre candidature nous intéresse. Nous vous invitons à un entretien jeudi prochain à 14 h.",
  refuse: "Nous avons bien reçu votre candidature. Malheureusement, nous ne pouvons pas y donner suite.",
  absent: "Je suis absent du bureau jusqu’au 30 novembre. Cette réponse est automatique.",
};

/** A mail that the company, or the server that cannot reach it, sends back. */
export const composeReaction = (reaction: Reaction, sent: SentMail, id: string): string =>
  reaction === "bounce" ? composeBounce(sent, id) : composeAnswer(reaction, sent, id);

function composeAnswer(reaction: Exclude<Reaction, "bounce">, sent: SentMail, id: string): string {
  const isAbsent = reaction === "absent";
  return toMail([
    `From: "Accueil" <${sent.to}>`,
    `To: ${sent.replyTo}`,
    `Subject: ${encodeHeader(`${isAbsent ? "Réponse automatique : " : "Re: "}${sent.subject}`)}`,
    `Message-ID: <${id}@${toDomain(sent.to)}>`,
    `In-Reply-To: ${sent.messageId}`,
    `References: ${sent.messageId}`,
    `Date: ${formatNow()}`,
    isAbsent ? "Auto-Submitted: auto-replied" : null,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    `Bonjour,\r\n\r\n${WORDS[reaction]}`,
    "",
    "Cordialement",
    "",
    ...(isAbsent ? [] : [`Le 21 novembre 2026, ${sent.from} a écrit :`, quote(sent.text)]),
  ]);
}

/** Gmail's own report that nobody is at an address. */
function composeBounce(sent: SentMail, id: string): string {
  const boundary = `b${id}`;
  return toMail([
    "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    `To: ${sent.from}`,
    "Subject: Delivery Status Notification (Failure)",
    `Message-ID: <${id}@mx.google.com>`,
    `In-Reply-To: ${sent.messageId}`,
    `References: ${sent.messageId}`,
    `Date: ${formatNow()}`,
    "Auto-Submitted: auto-replied",
    `X-Failed-Recipients: ${sent.to}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; boundary="${boundary}"; report-type=delivery-status`,
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "** Address not found **",
    "",
    `Your message wasn't delivered to ${sent.to} because the address couldn't be found.`,
    "",
    `--${boundary}`,
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; googlemail.com",
    "",
    `Final-Recipient: rfc822; ${sent.to}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 No such user",
    "",
    `--${boundary}`,
    "Content-Type: text/rfc822-headers",
    "",
    `From: ${sent.from}`,
    `To: ${sent.to}`,
    `Subject: ${encodeHeader(sent.subject)}`,
    `Message-ID: ${sent.messageId}`,
    "",
    `--${boundary}--`,
    "",
  ]);
}

/**
 * What Google sends to an address that a user wants Gmail to forward to.
 * @param options.link false leaves Google's own page out
 */
export const composeConfirmation = (mailbox: string, inbox: string, code: string, { link = true } = {}): string =>
  toMail([
    "From: Gmail Team <forwarding-noreply@google.com>",
    `To: ${inbox}`,
    `Subject: (#${code}) Gmail Forwarding Confirmation - Receive Mail from ${mailbox}`,
    `Message-ID: <confirm-${code}@google.com>`,
    `Date: ${formatNow()}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `${mailbox} has requested to automatically forward mail to your email`,
    `address ${inbox}.`,
    `Confirmation code: ${code}`,
    "",
    ...(link
      ? [
          "To allow this, please click the link below to confirm the request:",
          "",
          `https://mail-settings.google.com/mail/vf-%5BSandbox${code}%5D-x`,
          "",
          "If you accidentally clicked the link, you can cancel it:",
          "",
          `https://mail-settings.google.com/mail/uf-%5BSandbox${code}%5D-x`,
          "",
        ]
      : []),
  ]);
