import { z } from "zod";

const SentMails = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ filename: z.string(), mimeType: z.string() })),
  }),
);
export type SentMails = z.infer<typeof SentMails>;

/**
 * What has left one mailbox of the sandbox, the latest first. Mails of other users of the server may leave at any time.
 * @param url of the server @param mailbox its address
 */
export async function listSentMails(url: string, mailbox: string): Promise<SentMails> {
  const response = await fetch(`${url}/sandbox/outbox`, { headers: { accept: "application/json" } });
  return SentMails.parse(await response.json()).filter(({ from }) => from.includes(mailbox));
}
