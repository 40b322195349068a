import { runCli } from "../harness/cli.ts";

// `npm run prove <name>`.

await runCli("prove", import.meta.url, {
  access: { file: "access.ts", about: "each call refuses each forbidden input" },
  addresses: { file: "ssrf.ts", about: "no spelling of a private address is ever requested" },
  axe: { file: "accessibility.ts", about: "every screen in every look: axe, layout, language, browser errors" },
  chaos: { file: "chaos.ts", about: "users on three shards do everything; services fail, the server is killed" },
  courtesy: { file: "courtesy.ts", about: "a company gets no more applications a week than the cap, of all users" },
  deletion: { file: "deletion.ts", about: "an account is deleted wholly, at whatever call the process dies" },
  directory: { file: "directory.ts", about: "a build of the directory that is killed gives the same bytes" },
  fuzz: { file: "fuzz.ts", about: "no request made from the schemas, valid or hostile, causes a 5xx" },
  generation: { file: "generation-kill.ts", about: "messages written in bulk survive kills, none is written twice" },
  hostile: { file: "hostile-sites.ts", about: "hostile sites cost little and keep no other site from being read" },
  inbound: { file: "inbound.ts", about: "answers and bounces find their company, hostile mails change nothing" },
  journeys: { file: "journeys.ts", about: "newcomers by keyboard and in German, and messages written for later" },
  "letter-mutations": {
    file: "letter-mutations.ts",
    about: "a letter is told whose quote, employer, figure or verb was changed",
  },
  login: { file: "password-guessing.ts", about: "guessing passwords fails, and the time of a refusal tells nothing" },
  mailbox: { file: "mailbox-model.ts", about: "the mailbox does what a small model of it says" },
  mime: { file: "mime.ts", about: "no hostile text leaves its place in a mail; memory of large CVs" },
  outages: { file: "outages.ts", about: "each call of D1, R2, queues and objects fails once; nothing is half done" },
  outbox: { file: "outbox-model.ts", about: "the outbox sends what is approved, when it may, once, and loses nothing" },
  pdf: { file: "hostile-pdfs.ts", about: "hostile PDFs are read in time and in little memory" },
  search: { file: "search-kill.ts", about: "a search whose server is killed finds the same" },
  "shard-move": { file: "shard-move.ts", about: "users are moved to another shard while they work, under kills" },
  shards: { file: "user-shards.ts", about: "the worker's tests hold with users spread over several shards" },
  send: { file: "never-send-twice.ts", about: "nothing is sent twice, whatever fails" },
});
