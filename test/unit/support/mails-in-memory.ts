import { createGmailMailer } from "../../../worker/adapters/gmail/gmail-client";
import {
  composeEmail,
  buildMime,
  makeMessageId,
  parseMime,
  describeSenderAndCv,
  toEmailContent,
  loadSenderAndCv,
} from "../../../worker/mail/compose-email";
import type { Sender } from "../../../worker/mail/send/store-send-context";
import type { FileStorage } from "../../../worker/platform/ports";
import { sampleHostileMail } from "./hostile-mails";

const MAILBOX = { userId: "u", email: "camille.martin@mail.example", tokens: "t", linkedAt: "" };
const SENDER: Sender = {
  name: "Camille Martin",
  language: "fr",
  attachCv: true,
  attachLetter: false,
  tellSource: false,
  tagReplies: false,
  letterAddress: "",
  signaturePhone: "",
  signatureLinks: [],
  mailbox: MAILBOX,
  sentToday: 0,
};
const { company } = sampleHostileMail(1);

/** Storage with a CV of this size, as a new stream for each read. */
function createFiles(size: number): FileStorage {
  const facts = { size, etag: "1" };
  const loadCv = async () => ({ ...facts, bytes: new Uint8Array(size).map((_, n) => n % 251) });
  return {
    load: loadCv,
    stat: async () => facts,
    get: async () => (await loadCv()).bytes,
    put: async () => undefined,
    delete: async () => undefined,
    deleteAll: async () => undefined,
  };
}

/** Previews the mails of several users concurrently. @param held called while all are in memory */
export async function previewConcurrently(users: number, cvBytes: number, held: () => void): Promise<void> {
  const previews = await Promise.all(
    Array.from({ length: users }, async () => {
      const sender = await describeSenderAndCv(SENDER, "cv", MAILBOX, createFiles(cvBytes));
      if ("reason" in sender) throw new Error(sender.reason);
      const content = toEmailContent(company, sender);
      const frame = await buildMime(content, await makeMessageId("", MAILBOX.email), new Date());
      return { frame, read: await parseMime(frame, content) };
    }),
  );
  held();
  for (const { read } of previews) if (read.attachment?.size !== cvBytes) throw new Error("a preview without its CV");
}

/** Sends the mails of several users concurrently. @param held called when all are half sent */
export async function sendConcurrently(users: number, cvBytes: number, held: () => void): Promise<void> {
  let halfway = 0;
  const all = Promise.withResolvers<void>();
  const slowFetch: typeof globalThis.fetch = async (_url, init) => {
    let bytes = 0;
    let waited = false;
    const body = init?.body;
    if (!(body instanceof ReadableStream)) throw new Error("a mail that is not streamed");
    for await (const piece of body as ReadableStream<Uint8Array>) {
      bytes += piece.byteLength;
      if (waited || bytes < cvBytes / 2) continue;
      waited = true;
      halfway += 1;
      if (halfway === users) {
        held();
        all.resolve();
      }
      await all.promise;
    }
    if (bytes < (cvBytes * 4) / 3) throw new Error(`a mail of ${bytes} bytes`);
    return Response.json({ id: "1" });
  };
  const gmail = createGmailMailer({ fetch: slowFetch, allowReserved: true, timeoutMs: 60_000 });
  await Promise.all(
    Array.from({ length: users }, async () => {
      const sender = await loadSenderAndCv(SENDER, "cv", MAILBOX, createFiles(cvBytes));
      if ("reason" in sender) throw new Error(sender.reason);
      const { mime } = await composeEmail(toEmailContent(company, sender), sender, new Date());
      await gmail.send({ accessToken: "t", mime, recipient: "jobs@firm.example", threadId: null });
    }),
  );
}
