import { beforeEach, describe, expect, it, vi } from "vitest";
import { COUNT_DAYS_SQL, MailLedger } from "../../../worker/mail/send/mail-ledger";
import { approveMails, startProduct } from "./outbox-model/plain-story";
import { KILLED, type SimulatedProduct } from "./outbox-model/simulated-product";
import { ObjectStorage } from "./outbox-model/sqlite-adapters";

// Single incidents on the product of the outbox's model.

const MINUTES_OF_DAY = 1_440;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.spyOn(console, "log").mockReturnValue(undefined);
});

const linkAgain = async (product: SimulatedProduct) => {
  await product.link("ana@gmail.example");
  return product;
};

const takeOut = async (product: SimulatedProduct, company: number) => {
  const answer = await product.change({ do: "take_out", companyIds: [product.ids[company] ?? ""] });
  return answer === KILLED ? KILLED : answer.changed;
};

it("counts no mails of yesterday for a look that began before midnight", async () => {
  const product = await startProduct({ begins: "2031-06-17T23:59:40.000Z", dailyLimit: 2, sentToday: 2 });
  await product.queue(await approveMails(product, [0]), null);
  const planned = product.alarm;
  product.now = Date.parse("2031-06-17T23:59:59.950Z");
  product.onStep = async (_, when) => {
    if (when === "after") product.now = Date.parse("2031-06-18T00:00:00.050Z");
  };
  await product.look();
  expect(product.alarm).toBe(planned);
});

describe("a mail that cannot be tried", () => {
  it("waits where Gmail is not configured, can be taken out, and is tried every five minutes", async () => {
    const product = await startProduct();
    await product.queue(await approveMails(product, [0, 1]), null);
    product.isConfigured = false;
    const before = product.rings;
    await product.pass(60);
    expect(product.rings - before).toBeLessThanOrEqual(13);
    expect(product.listRows()).toMatchObject([
      { status: "queued", last_wait: "gmail_rate_limited" },
      { status: "queued" },
    ]);
    expect(await takeOut(product, 0)).toEqual([product.ids[0]]);
    product.isConfigured = true;
    await product.pass(10);
    expect(product.posts.map(({ company }) => company)).toEqual([1]);
  });

  it.each(Array.from({ length: 14 }, (_, n) => n + 1))(
    "is sent once, and can be taken out until it is claimed, when call %i of the database fails",
    async (failing) => {
      const product = await startProduct();
      await product.queue(await approveMails(product, [0, 1]), null);
      let calls = 0;
      product.onStep = async (_, when) => {
        if (when === "before") calls += 1;
        if (when === "before" && calls === failing) throw new Error("the database does not answer");
      };
      await product.pass(0.2);
      const isClaimed = product.listClaimed().length > 0 || product.posts.length > 0;
      expect(product.findAttempt(0) !== null && !isClaimed).toBe(false);
      await product.pass(MINUTES_OF_DAY);
      await product.change({ do: "resume" });
      await product.pass(MINUTES_OF_DAY);
      const isUnknown = product.listRows().some(({ status }) => status === "unknown");
      expect(new Set(product.posts.map(({ company }) => company))).toEqual(new Set(isUnknown ? [1] : [0, 1]));
      expect(product.posts).toHaveLength(isUnknown ? 1 : 2);
    },
  );

  it("waits an hour, with all others, while Gmail takes no mail of this account", async () => {
    const product = await startProduct({ outcomes: ["quota", "quota", "quota"] });
    await product.queue(await approveMails(product, [0, 1]), null);
    await product.pass(60);
    expect(product.posts).toHaveLength(1);
    await product.pass(4 * 60);
    expect(product.listRows().map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect(product.posts).toHaveLength(5);
  });
});

it("lists a finished mail for a week, also when nothing is queued any more", async () => {
  const product = await startProduct();
  await product.queue(await approveMails(product, [0]), null);
  await product.pass(6 * MINUTES_OF_DAY);
  expect(await product.look()).toMatchObject({ mails: [{ status: "sent" }] });
  await product.pass(2 * MINUTES_OF_DAY);
  expect(await product.look()).toMatchObject({ mails: [] });
  expect(product.listRows()).toEqual([]);
});

describe("a company that is archived", () => {
  it("and restored while a press is under way is not queued", async () => {
    const product = await startProduct();
    const approved = await approveMails(product, [0, 1]);
    let isArchived = false;
    product.onStep = async (_, when) => {
      if (when === "before" || isArchived) return;
      isArchived = true;
      await product.archive(0);
      await product.restore(0);
    };
    expect(await product.queue(approved, null)).toMatchObject({
      queued: [product.ids[1]],
      failed: [{ id: product.ids[0], reason: "not_found" }],
    });
    await product.pass(MINUTES_OF_DAY);
    expect(product.posts.map(({ company }) => company)).toEqual([1]);
    expect(await product.queue(approved.slice(0, 1), null)).toMatchObject({ failed: [] });
  });

  it("is archived although the outbox cannot be planned after it", async () => {
    const product = await startProduct();
    await product.queue(await approveMails(product, [0]), null);
    product.onStep = () => Promise.reject(new Error("the database does not answer"));
    expect(await product.archive(0)).toBe(true);
    expect(product.listRows()).toMatchObject([{ status: "withdrawn", ended_by: "archived" }]);
  });
});

it("stops when the database could not be told what became of a mail", async () => {
  const product = await startProduct({ outcomes: ["400"] });
  await product.queue(await approveMails(product, [0, 1]), null);
  product.onStep = async () => {
    if (product.posts.length > 0) throw new Error("the database does not answer");
  };
  await product.pass(0.2);
  product.onStep = async () => undefined;
  await product.pass(MINUTES_OF_DAY);
  expect(product.listRows().map(({ status }) => status)).toEqual(["unknown", "queued"]);
  expect(await product.look()).toMatchObject({ stopped: "outcome_unknown" });
});

it("asks Gmail again at once when another mailbox is linked after a limit of the first", async () => {
  const product = await startProduct({ outcomes: ["quota"] });
  await product.queue(await approveMails(product, [0]), null);
  await product.pass(1);
  await product.link("ana@gmail.example");
  expect(product.alarm).toBe(product.now);
});

it("stores nothing for a press that comes after the account was deleted", async () => {
  const product = await startProduct();
  const approved = await approveMails(product, [0]);
  await product.deleteAccount();
  expect(await product.queue(approved, null)).toMatchObject({ queued: [], failed: [{ reason: "batch_stopped" }] });
  expect(product.storedTables).toBe(0);
});

it("counts the days of a mailbox without reading its mails", () => {
  const { sql } = new ObjectStorage().open(() => true);
  new MailLedger(sql).createTables();
  const plan = sql.exec(`EXPLAIN QUERY PLAN ${COUNT_DAYS_SQL}`, "2031-06-17", "ana@gmail.example").toArray();
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringContaining("COVERING INDEX ledger_by_day"));
});

describe("an approval", () => {
  it("of thirty days ago sends nothing any more, whatever its mail has waited for", async () => {
    const product = await startProduct();
    await product.queue(await approveMails(product, [0]), null);
    await product.disconnect();
    await product.pass(31 * MINUTES_OF_DAY);
    expect(product.listRows()).toMatchObject([{ status: "withdrawn", ended_by: "approval_expired" }]);
    await product.queue(await approveMails(await linkAgain(product), [0]), null);
    await product.pass(MINUTES_OF_DAY);
    expect(product.posts).toHaveLength(1);
  });

  it("whose outbox was stopped for thirty days is withdrawn when it goes on", async () => {
    const product = await startProduct();
    await product.queue(await approveMails(product, [0]), null);
    await product.change({ do: "stop" });
    await product.pass(31 * MINUTES_OF_DAY);
    expect(await product.change({ do: "resume" })).toMatchObject({
      outbox: { mails: [{ status: "withdrawn", ended_by: "approval_expired" }] },
    });
    await product.pass(MINUTES_OF_DAY);
    expect(product.posts).toEqual([]);
  });

  it("still sends at the last time that can be chosen, and no later one can be", async () => {
    const product = await startProduct();
    const last = product.now + 30 * 24 * 3_600_000;
    await product.queue(await approveMails(product, [0, 1]), last);
    await product.pass(MINUTES_OF_DAY);
    const later = new Date(last + 60_000).toISOString();
    expect(await product.change({ do: "schedule", companyIds: product.ids, sendAt: later })).toMatchObject({
      changed: [],
    });
    await product.pass(31 * MINUTES_OF_DAY);
    expect(product.posts.map(({ time }) => time - last < 6 * 60_000)).toEqual([true, true]);
  });
});

it("tells the sidebar how many mails wait, when the next one leaves, and when that has changed", async () => {
  const product = await startProduct();
  await product.queue(await approveMails(product, [0, 1]), null);
  const next = new Date(product.now + 10_000).toISOString();
  expect(await product.summarize()).toEqual({ waiting: 2, leaves_at: next, stopped: false });
  await product.look();
  expect(product.signals).toBe(1);
  await product.pass(0.2);
  expect(await product.summarize()).toMatchObject({ waiting: 1, stopped: false });
  await product.change({ do: "stop" });
  expect(await product.summarize()).toEqual({ waiting: 1, leaves_at: null, stopped: true });
  await takeOut(product, 1);
  expect(await product.summarize()).toBeNull();
  expect(product.signals).toBe(4);
});
