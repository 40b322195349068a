import { shuffle } from "../../harness/random.ts";

/*
 * Users who press send, by the API alone: on a server in a process of its own, or in the test pool. They never confirm
 * a second mail.
 */

/** Calls the API as one user. @returns null when the connection was lost */
export type ApiCall = (
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown } | null>;

export interface BrowserTab {
  call: ApiCall;
  /** Links the mailbox again; tabs of one user share one attempt. */
  relink: () => Promise<void>;
  random: () => number;
  pause: (milliseconds: number) => Promise<void>;
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
const LINK_REASONS = new Set<unknown>(["gmail_disconnected", "gmail_required"]);
/** What the dashboard shows of a company that may still be sent. */
const OPEN_STATUSES = new Set<unknown>(["none", "failed"]);

/** Ids of the companies on the dashboard that may still be sent; null when the connection was lost. */
async function listOpenIds(call: ApiCall): Promise<string[] | null> {
  const answer = await call("GET", "/api/dashboard/companies?limit=500");
  const companies = answer && readField(answer.body, "companies");
  if (!Array.isArray(companies)) return null;
  return companies.flatMap((company: unknown) =>
    OPEN_STATUSES.has(readField(company, "send_status")) ? [String(readField(company, "id"))] : [],
  );
}

/**
 * One press: on a company, on a few at once, or on a batch.
 * @returns whether an answer came, and whether Gmail is unlinked
 */
async function pressOnce(
  ids: string[],
  { call, random }: BrowserTab,
): Promise<{ answered: boolean; unlinked: boolean }> {
  const chance = random();
  const mixed = shuffle(ids, random);
  const sendBatch = (companies: string[]) =>
    call("POST", "/api/dashboard/companies/bulk-send", { company_ids: companies });
  const sendOne = (id: string) => call("POST", `/api/dashboard/companies/${id}/send-email`, { message_version: 1 });
  const answers =
    chance < 0.4
      ? [await sendBatch(mixed)]
      : chance < 0.6
        ? [await sendBatch(mixed.slice(0, 1 + Math.floor(random() * mixed.length)))]
        : await Promise.all(mixed.slice(0, chance < 0.85 ? 1 : 4).map(sendOne));
  const unlinked = answers.some((answer) => {
    const failed = readField(answer?.body, "failed");
    const reasons = Array.isArray(failed)
      ? failed.map((each: unknown) => readField(each, "reason"))
      : [readField(answer?.body, "code")];
    return reasons.some((reason) => LINK_REASONS.has(reason));
  });
  return { answered: answers.some((answer) => answer !== null), unlinked };
}

/**
 * Presses until nothing is left that may be sent.
 * @param ids all companies of the user: those that were sent are pressed too
 * @param mostPresses that get an answer
 * @returns how many presses it took, those without an answer included
 */
export async function pressUntilDone(ids: string[], tab: BrowserTab, mostPresses: number): Promise<number> {
  let presses = 0;
  for (let answers = 0; answers < mostPresses;) {
    const { answered, unlinked } = await pressOnce(ids, tab);
    presses += 1;
    if (answered) answers += 1;
    if (unlinked) await tab.relink();
    await tab.pause(tab.random() * 30);
    const open = await listOpenIds(tab.call);
    if (open?.length === 0) break;
  }
  return presses;
}
