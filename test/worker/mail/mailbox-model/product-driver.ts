import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { z } from "zod";
import { LIMITS } from "../../../../worker/contract/limits";
import { type Client } from "../../support/client";
import { linkGmail } from "../../support/gmail-sandbox";
import { callSandbox } from "../../support/sandbox-client";
import { seedCompany, seedUser } from "../../support/seed";
import { userD1 } from "../../support/user-shards";
import {
  COMPANY_ADDRESSES,
  type Command,
  type ConcurrentAction,
  type InstantCommand,
  type Sending,
  type Story,
} from "./commands";
import { replaceMailboxPorts } from "./mailbox-ports";
import type { CallAnswer, MailboxState } from "./observed-state";
import { ScriptedGmail } from "./scripted-gmail";

const DAILY_LIMIT = 50;
const ErrorAnswer = z.object({ code: z.string() });
const BatchAnswer = z.object({
  sent_ids: z.array(z.string()),
  failed: z.array(z.object({ id: z.string(), reason: z.string() })),
});
const IdsAnswer = z.object({ company_ids: z.array(z.string()) });
const ACTION_PATHS = {
  archive: "dashboard/companies/bulk-archive",
  restore: "archive/companies/bulk-unarchive",
  delete: "archive/companies",
};

const INSERT_PAST_MAILS_SQL = `
  INSERT INTO mails (user_id, id, company_id, recipient, subject, body, status, created_at, updated_at)
  SELECT ?1, 'past-' || value, 'past-' || value, value || '@past.example', 'S', 'B', 'sent', ?2, ?2
  FROM json_each(?3)`;
const COMPANY_STATES_SQL = `
  SELECT id, archived_at IS NOT NULL AS archived, send_status AS status, sent_at IS NOT NULL AS dated
  FROM companies WHERE user_id = ?`;

/** Puts a scripted Gmail into the mailboxes of this test. */
export async function installScriptedGmail(): Promise<ScriptedGmail> {
  const gmail = new ScriptedGmail((input, init) => env.SANDBOX.fetch(input, init));
  (await replaceMailboxPorts()).mailer = gmail;
  return gmail;
}

/** The real product: the API, the mailbox's object, D1, the sandbox's Gmail. */
export class ProductDriver {
  readonly #gmail: ScriptedGmail;
  readonly #client: Client;
  readonly #userId: string;
  readonly #ids: string[];

  private constructor(gmail: ScriptedGmail, user: { client: Client; userId: string }, ids: string[]) {
    this.#gmail = gmail;
    this.#client = user.client;
    this.#userId = user.userId;
    this.#ids = ids;
  }

  static async create(story: Story, gmail: ScriptedGmail): Promise<ProductDriver> {
    await callSandbox("/sandbox/outbox", "DELETE");
    // Other stories are of other users who write to the same companies.
    await env.SHARED_DB.prepare("DELETE FROM courtesy_slots").run();
    gmail.accepted.length = 0;
    gmail.setScript([]);
    const user = await seedUser();
    const ids: string[] = [];
    for (const email of COMPANY_ADDRESSES) ids.push(await seedCompany(user.userId, { email }));
    await userD1
      .prepare(INSERT_PAST_MAILS_SQL)
      .bind(
        user.userId,
        new Date().toISOString(),
        JSON.stringify(Array.from({ length: DAILY_LIMIT - story.remainingToday }, (_, n) => n)),
      )
      .run();
    const driver = new ProductDriver(gmail, user, ids);
    if (story.linked) await linkGmail(user.client);
    return driver;
  }

  async apply(command: Command): Promise<CallAnswer[]> {
    switch (command.do) {
      case "send":
      case "bulk":
      case "test":
        return this.#runSend(command);
      case "link":
        await linkGmail(this.#client);
        return ["ok"];
      case "revoke":
        await callSandbox("/sandbox/tokens", "DELETE");
        return ["ok"];
      case "wait":
        return this.#passTime(`-${command.seconds} seconds`, "updated_at");
      case "tomorrow":
        return this.#passTime("-1 days", "updated_at", "created_at");
      default:
        return [await this.#act(command)];
    }
  }

  async observe(): Promise<MailboxState> {
    const [companies, mails, mailboxes] = await userD1.batch<Record<string, unknown>>([
      userD1.prepare(COMPANY_STATES_SQL).bind(this.#userId),
      userD1
        .prepare("SELECT company_id, status, test FROM mails WHERE user_id = ? AND company_id NOT LIKE 'past-%'")
        .bind(this.#userId),
      userD1.prepare("SELECT tokens IS NULL AS dead FROM mailboxes WHERE user_id = ?").bind(this.#userId),
    ]);
    const rows = new Map(companies?.results.map((row) => [row.id, row]));
    const shown = (id: string): string => {
      const row = rows.get(id);
      if (!row) return "gone";
      const hasRightDate = Boolean(row.dated) === (row.status === "sent");
      const state = `${row.archived ? "archived" : "dashboard"} ${String(row.status)}`;
      return hasRightDate ? state : `${state} with a wrong date`;
    };
    const [mailbox] = mailboxes?.results ?? [];
    return {
      companies: this.#ids.map(shown),
      mails: (mails?.results ?? [])
        .map((row) => `${this.#ids.indexOf(String(row.company_id))} ${String(row.status)}${row.test ? " test" : ""}`)
        .sort(),
      mailbox: mailbox ? (mailbox.dead ? "dead" : "linked") : "none",
      accepted: [...this.#gmail.accepted],
    };
  }

  #getObject() {
    return env.MAILBOX.get(env.MAILBOX.idFromName(this.#userId));
  }

  /** Makes the mails older, and runs the alarm if one is set. */
  async #passTime(by: string, ...columns: string[]): Promise<CallAnswer[]> {
    const older = columns.map((column) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ?1)`).join(", ");
    await userD1.prepare(`UPDATE mails SET ${older} WHERE user_id = ?2`).bind(by, this.#userId).run();
    await runDurableObjectAlarm(this.#getObject());
    return ["ok"];
  }

  async #act(act: InstantCommand): Promise<CallAnswer> {
    if (act.do === "disconnect")
      return (await this.#client.delete("/api/settings/gmail")).status === 200 ? "ok" : "refused";
    if ("entry" in act) {
      const { status } = await this.#client.send(
        act.do === "block" ? "POST" : "DELETE",
        "/api/settings/do-not-contact",
        { entry: act.entry },
      );
      return status === 200 ? "ok" : "refused";
    }
    const id = this.#ids[act.company] ?? "";
    const path = `/api/${ACTION_PATHS[act.do]}`;
    const answer =
      act.do === "delete"
        ? await this.#client.delete(`${path}/${id}`)
        : await this.#client.post(path, { company_ids: [id] });
    if (answer.status !== 200) return answer.as(ErrorAnswer).code;
    return answer.as(IdsAnswer).company_ids.includes(id) ? "ok" : "not_found";
  }

  async #runSend(command: Sending): Promise<CallAnswer[]> {
    const { meanwhile, outcomes } = command;
    this.#gmail.setScript(outcomes, meanwhile);
    const waiting = { open: 0 };
    const answers: Promise<CallAnswer>[] = [];
    const ask = (answer: Promise<CallAnswer>) => {
      waiting.open += 1;
      answers.push(answer.finally(() => (waiting.open -= 1)));
    };
    switch (command.do) {
      case "send":
        ask(this.#send(command.company, command.confirm));
        break;
      case "bulk":
        ask(this.#bulk(command.companies));
        break;
      case "test":
        ask(this.#test(command.company));
    }
    while (waiting.open > 0) {
      if (this.#gmail.paused && meanwhile) {
        ask((await this.#actMeanwhile(meanwhile.act)).answer);
        this.#gmail.resume();
      } else if (this.#gmail.crashing) {
        this.#gmail.crashing = false;
        await abortAllDurableObjects();
      }
      await scheduler.wait(1);
    }
    return Promise.all(answers);
  }

  /** Acts as another tab until the first may go on. @returns the answer to come */
  async #actMeanwhile(act: ConcurrentAction["act"]): Promise<{ answer: Promise<CallAnswer> }> {
    if (act.do !== "press") return { answer: Promise.resolve(await this.#act(act)) };
    const answer = this.#send(act.company, act.confirm);
    while ((await runInDurableObject(this.#getObject(), (instance) => Reflect.get(instance, "waiting") as number)) < 2)
      await scheduler.wait(1);
    // Later events get a later time than the press.
    await scheduler.wait(2);
    return { answer };
  }

  async #send(company: number, confirm: string[]): Promise<CallAnswer> {
    const answer = await this.#client.post(`/api/dashboard/companies/${this.#ids[company]}/send-email`, { confirm });
    return answer.status === 200 ? "ok" : answer.as(ErrorAnswer).code;
  }

  async #test(company: number): Promise<CallAnswer> {
    const answer = await this.#client.post(`/api/dashboard/companies/${this.#ids[company]}/send-test`);
    return answer.status === 200 ? "ok" : answer.as(ErrorAnswer).code;
  }

  async #bulk(companies: number[]): Promise<CallAnswer> {
    const answer = await this.#client.post("/api/dashboard/companies/bulk-send", {
      company_ids: companies.map((company) => this.#ids[company]),
    });
    if (answer.status !== 200) return answer.as(ErrorAnswer).code;
    const { sent_ids, failed } = answer.as(BatchAnswer);
    if (sent_ids.length + failed.length !== companies.length || companies.length > LIMITS.bulkSend)
      return "not every company has an answer";
    return {
      sent: sent_ids.map((id) => this.#ids.indexOf(id)),
      failed: Object.fromEntries(failed.map(({ id, reason }) => [this.#ids.indexOf(id), reason])),
    };
  }
}
