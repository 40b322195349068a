import { performance } from "node:perf_hooks";
import { z } from "zod";
import { type JobSeeker, seedJobSeeker } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";
import { type Measured, computeMedian } from "../../harness/report.ts";
import { BareGmail } from "./bare-gmail.ts";

const GMAIL_LATENCY_MS = 200;
const BATCH_SIZE = 20;
/** A kind and round. */
const BARE_POSTS = 5;
const CV_BYTES = 300_000;

const Batch = z.object({ sent_ids: z.array(z.string()) });

async function measureMs(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function sendBatch({ call, ids }: JobSeeker): Promise<void> {
  const answer = await call("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids });
  if (Batch.parse(answer?.body).sent_ids.length !== ids.length)
    throw new Error(`the batch did not go out: ${JSON.stringify(answer)}`);
}

async function sendOne({ call, ids }: JobSeeker): Promise<void> {
  const answer = await call("POST", `/api/dashboard/companies/${ids[0]}/send-email`);
  if (answer?.status !== 200) throw new Error(`the mail did not go out: ${JSON.stringify(answer)}`);
}

/** Every mail carries it. */
async function uploadCv({ upload }: JobSeeker): Promise<void> {
  const form = new FormData();
  form.set("cv", new File(["%PDF-1.4\n", new Uint8Array(CV_BYTES)], "cv.pdf", { type: "application/pdf" }));
  await upload("/api/settings/cv", form);
}

/**
 * How long sending takes beside Gmail, one kind after the other in every round. Gmail's own time is that of bare POSTs
 * of the same mails in the same round: 200 ms, and the sandbox's work on a mail.
 */
export async function measureTime(server: Product, short: boolean): Promise<Measured> {
  const rounds = short ? 1 : 9;
  const kinds = [
    { name: `bulk send of ${BATCH_SIZE}`, count: BATCH_SIZE, cv: false, send: sendBatch },
    {
      name: `bulk send of ${BATCH_SIZE} with a CV of ${CV_BYTES / 1000} kB`,
      count: BATCH_SIZE,
      cv: true,
      send: sendBatch,
    },
    { name: "single send", count: 1, cv: false, send: sendOne },
    { name: `single send with a CV of ${CV_BYTES / 1000} kB`, count: 1, cv: true, send: sendOne },
  ].map((kind) => ({ ...kind, taken: [] as number[], bare: [] as number[] }));
  await server.callSandbox("POST", "faults", { service: "gmail", kind: "latency", ms: GMAIL_LATENCY_MS });
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { count, cv, send, taken, bare } of kinds) {
      const name = `time-${round}-${count}-${cv ? "cv" : "plain"}`;
      const user = await seedJobSeeker(server, name, count);
      if (cv) await uploadCv(user);
      const ms = await measureMs(() => send(user));
      const gmail = await BareGmail.open(server, `${name}-bare@gmail.example`);
      const mail = await gmail.findMail(name);
      const floor = await measureMs(async () => {
        for (let n = 0; n < BARE_POSTS; n += 1) await gmail.post(mail);
      });
      if (round === 0) continue;
      taken.push(ms);
      bare.push(floor / BARE_POSTS);
      await server.callSandbox("DELETE", "outbox");
    }
  }
  await server.callSandbox("DELETE", "faults");
  const figures = kinds.flatMap(({ name, count, cv, taken, bare }) => {
    const [median, floor] = [computeMedian(taken), computeMedian(bare)];
    const most = count === BATCH_SIZE ? { target: { atMost: 1.15 } } : {};
    return [
      { name, value: median, unit: "ms" },
      // With a CV the sandbox's own work weighs too much for a round number.
      {
        name: `${name}, to ${count} × ${GMAIL_LATENCY_MS} ms`,
        value: median / (count * GMAIL_LATENCY_MS),
        unit: "×",
        ...(!cv && most),
      },
      { name: `${name}, to ${count} bare POSTs`, value: median / (count * floor), unit: "×", ...(cv && most) },
      { name: `${name}, beside Gmail, a mail`, value: median / count - floor, unit: "ms" },
    ];
  });
  return {
    title: `Time to send, Gmail taking ${GMAIL_LATENCY_MS} ms`,
    how: [
      `Medians of ${rounds} rounds, the four kinds in turn, each followed by ${BARE_POSTS} bare POSTs of its mail.`,
      "From the press to the answer over HTTP.",
    ].join(" "),
    figures,
  };
}
