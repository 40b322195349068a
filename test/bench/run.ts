import { runCli } from "../harness/cli.ts";

// `npm run bench <name>`.

await runCli("bench", import.meta.url, {
  api: { file: "api.ts", about: "the API: round trips to D1, speed beside a bare Hono route, memory, an idle tab" },
  contacts: {
    file: "contacts/measure-contacts.ts",
    about: "contacts read off labelled pages and sites: recall, precision",
  },
  directory: { file: "directory.ts", about: "building the directory: a million places, an extract of a city" },
  find: { file: "search.ts", about: "searching for companies, beside Crawlee" },
  "letter-check": { file: "letter-check.ts", about: "honest letters that pass the check, dishonest ones it stops" },
  live: { file: "live.ts", about: "sockets of tabs: from one tab to another, hundreds that are idle" },
  load: { file: "load.ts", about: "many people at once: on four shards beside one, units beside those of one person" },
  osm: { file: "osm-queue.ts", about: "many searches that share one request a second to OpenStreetMap" },
  pages: { file: "dashboard-queries.ts", about: "rows that a page of the dashboard reads, up to 100,000 companies" },
  placement: { file: "placement.ts", about: "where the Worker should run: near the data, or near each person" },
  places: { file: "places.ts", about: "finding a town by what people type: right place first, time" },
  scale: { file: "scale.ts", about: "what so many users use of the platform, what is reached first, what it costs" },
  send: { file: "send.ts", about: "sending mails, beside bare POSTs to Gmail" },
  tiles: { file: "tiles.ts", about: "companies from our own directory: a city, many searches at once, slow reads" },
  units: { file: "units.ts", about: "what each action uses of the platform; writes scale/units.json" },
  web: { file: "web.ts", about: "the web app: the table beside a bare one, Lighthouse" },
  write: { file: "generate.ts", about: "writing letters, beside the time of the language model; rows a letter writes" },
});
