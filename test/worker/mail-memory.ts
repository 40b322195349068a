import { createGmail } from "../../worker/adapters/gmail";
import { compose, makeMessageId, readBack } from "../../worker/mail/compose";
import { draftOf } from "../../worker/mail/draft";
import { describePapers, letterTo, loadPapers } from "../../worker/mail/papers";
import type { Files } from "../../worker/ports";
import { randomOf } from "../prove/random";
import { hostileCase } from "./hostile-letters";

const MAILBOX = { userId: "u", email: "camille.martin@mail.example", tokens: "t", linkedAt: "" };
const SENDER = { name: "Camille Martin", attachCv: true, cvPath: "cv", mailbox: MAILBOX, sentToday: 0 };
const { company } = hostileCase(randomOf(1));

/** Storage that has a CV of this size, read anew by whoever asks. */
function filesWith(size: number): Files {
  const facts = { size, etag: "1" };
  const load = async () => ({ ...facts, bytes: new Uint8Array(size).map((_, n) => n % 251) });
  return {
    load,
    stat: async () => facts,
    get: async () => (await load()).bytes,
    put: async () => undefined,
    delete: async () => undefined,
    deleteAll: async () => undefined,
  };
}

/** Previews the mails of several users at once. @param held called while all of them are there */
export async function previewAtOnce(users: number, cvBytes: number, held: () => void): Promise<void> {
  const previews = await Promise.all(
    Array.from({ length: users }, async () => {
      const papers = await describePapers(SENDER, MAILBOX, filesWith(cvBytes));
      if ("reason" in papers) throw new Error(papers.reason);
      const frame = await compose(letterTo(company, papers), await makeMessageId("", MAILBOX.email), new Date());
      return { frame, read: await readBack(frame, papers.attachment?.size ?? 0) };
    }),
  );
  held();
  for (const { read } of previews) if (read.attachment?.size !== cvBytes) throw new Error("a preview without its CV");
}

/** Sends the mails of several users at once. @param held called when all of them are half on their way */
export async function sendAtOnce(users: number, cvBytes: number, held: () => void): Promise<void> {
  let halfway = 0;
  const all = Promise.withResolvers<void>();
  const fetch: typeof globalThis.fetch = async (_url, init) => {
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
  const gmail = createGmail({ fetch, allowReserved: true, timeout: 60_000 });
  await Promise.all(
    Array.from({ length: users }, async () => {
      const papers = await loadPapers(SENDER, MAILBOX, filesWith(cvBytes));
      if ("reason" in papers) throw new Error(papers.reason);
      const { mime } = await draftOf(letterTo(company, papers), papers, new Date());
      await gmail.send({ accessToken: "t", mime, recipient: "jobs@firm.example" });
    }),
  );
}
