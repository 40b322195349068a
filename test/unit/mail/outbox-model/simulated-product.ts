import { createHash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { and, desc, eq } from "drizzle-orm";
import { deleteUserRows, markDeleted } from "../../../../worker/account/store-account-deletion";
import {
  deleteOutcome,
  dismissProposal,
  insertOutcome,
  insertProposal,
} from "../../../../worker/applications/store-outcomes";
import { setArchived, updateCompany } from "../../../../worker/companies/store-companies";
import type { FollowUpStep, MailStep } from "../../../../worker/contract/mail";
import {
  createSharedDatabase,
  createUserDatabase,
  type SharedDatabase,
  type UserDatabase,
} from "../../../../worker/db/client";
import { users } from "../../../../worker/db/schema/account";
import { outcomeEvents } from "../../../../worker/db/schema/applications";
import { companies } from "../../../../worker/db/schema/companies";
import { COUNTS_AS_SENT, doNotContact, mailboxes, mails } from "../../../../worker/db/schema/mail";
import { followUps } from "../../../../worker/db/schema/messages";
import { objections } from "../../../../worker/db/schema/shared";
import {
  computeFingerprint,
  describeSenderAndCv,
  makeMessageId,
  toMailContent,
} from "../../../../worker/mail/compose-email";
import { followUpStatesQuery, saveCall, saveFollowUpText } from "../../../../worker/mail/follow-ups/store-follow-ups";
import { encryptTokens } from "../../../../worker/mail/gmail-link/token-encryption";
import { Mailbox } from "../../../../worker/mail/mailbox";
import { type OutboxRow, OutboxRows } from "../../../../worker/mail/outbox/outbox-rows";
import { MailLedger } from "../../../../worker/mail/send/mail-ledger";
import { loadSendContext } from "../../../../worker/mail/send/store-send-context";
import { createMetrics } from "../../../../worker/monitoring/metrics";
import { ApiError } from "../../../../worker/platform/api-error";
import { readConfig } from "../../../../worker/platform/config";
import type { Env } from "../../../../worker/platform/env";
import type { OutboxChange, QueueRequest } from "../../../../worker/platform/outbox-request";
import {
  ExternalServiceError,
  type FileStorage,
  type GoogleAuth,
  type Mailer,
} from "../../../../worker/platform/ports";
import { toSendingDay } from "../../../../worker/quotas/rules-daily-limit";
import { seededRandom } from "../../../harness/random";
import { ObjectStorage, openMigratedDatabase, type RunStep, toD1 } from "./sqlite-adapters";
import type { GmailOutcome, Kill, Story } from "./story";

// The product's own code around one mailbox, with a virtual clock, a Gmail that plays a script, and kills.

// Node's own, behind a flag, forgets where a part of a buffer begins: encrypted tokens could not be read.
Object.assign(Uint8Array.prototype, {
  toBase64(this: Uint8Array, { alphabet }: { alphabet?: string } = {}) {
    const text = btoa(String.fromCharCode(...this));
    return alphabet === "base64url" ? text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") : text;
  },
});

const CONFIG = readConfig({
  TOKEN_KEYS: btoa("k".repeat(32)),
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
});
const DAY_MS = 86_400_000;
/** The mailbox that sends first. */
const OWN_ADDRESS = "ana@gmail.example";
const FAR_FUTURE = "2099-01-01T00:00:00.000Z";
/** The platform runs an alarm again whose process died. */
const ALARM_RETRY_MS = 2_000;
/** Alarms in one passage of time; more would be a loop. */
const MAX_RINGS = 1_000;

/** Answer of a call whose process died. */
export const KILLED = "killed";

/** A mail as Gmail got it. */
export interface PostedMail {
  company: number;
  /** 0 for an application, else which follow-up. */
  step: MailStep;
  /** The conversation that Gmail was asked to put it into. */
  threadId: string | null;
  time: number;
  from: string;
  /** Headers and text of the MIME message. */
  text: string;
  recipient: string;
  outcome: GmailOutcome;
  accepted: boolean;
  /** By `send`, not from the outbox. */
  isDirect: boolean;
  /** Id of the attempt of the outbox. */
  attempt: string | null;
}

export interface World {
  sqlite: DatabaseSync;
  shared: DatabaseSync;
  prepared: Map<string, StatementSync>;
}
export const createWorld = (): World => ({
  sqlite: openMigratedDatabase("user"),
  shared: openMigratedDatabase("shared"),
  prepared: new Map(),
});

let storyNumber = 0;

/** Called before each call of something outside is made, and before its answer is handed on. */
type OnStep = (step: number, when: "before" | "after") => Promise<void>;

class Process {
  readonly #kill: Kill | undefined;
  #isDead = false;
  #steps = 0;
  readonly #onStep: OnStep;
  readonly #storage: ObjectStorage;

  constructor(storage: ObjectStorage, kill: Kill | undefined, onStep: OnStep) {
    this.#storage = storage;
    this.#kill = kill;
    this.#onStep = onStep;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  readonly step: RunStep = async (work) => {
    if (this.#isDead) throw new Error(KILLED);
    this.#steps += 1;
    const isLast = this.#steps === this.#kill?.step;
    if (isLast && this.#kill?.when === "before") this.die(this.#kill.losesWrites);
    this.#storage.commit();
    const step = this.#steps;
    await this.#onStep(step, "before");
    if (this.#isDead) throw new Error(KILLED);
    const result = await work();
    if (isLast) this.die(false);
    await this.#onStep(step, "after");
    if (this.#isDead) throw new Error(KILLED);
    return result;
  };

  die(losesWrites: boolean): never {
    this.#isDead = true;
    if (losesWrites) this.#storage.rollback();
    else this.#storage.commit();
    throw new Error(KILLED);
  }
}

export class SimulatedProduct {
  readonly posts: PostedMail[] = [];
  readonly userId: string;
  readonly ids: string[];
  now: number;
  rings = 0;
  /** Alarms that changed nothing. */
  idleRings = 0;
  kills = 0;
  /** How often the sidebar was told to look again. */
  signals = 0;
  /** Companies of `send` calls under way. */
  readonly #directSends = new Set<number>();
  readonly #world: World;
  readonly #story: Story;
  readonly #storage = new ObjectStorage();
  #outcomes: GmailOutcome[];
  readonly #random: () => number;
  #edition = 0;
  #cvVersion = 1;
  #process: Process;
  #mailbox: Mailbox;
  onStep: OnStep = async () => undefined;
  onPost: (post: PostedMail) => void = () => undefined;
  /** False: the settings for Gmail are missing. */
  isConfigured = true;

  constructor(world: World, story: Story) {
    storyNumber += 1;
    this.#world = world;
    this.#story = story;
    this.userId = `user-${storyNumber}`;
    this.ids = story.countries.map((_, number) => `company-${storyNumber}-${number}`);
    this.now = Date.parse(story.begins);
    this.#outcomes = [...story.outcomes];
    this.#random = seededRandom(story.chance);
    [this.#process, this.#mailbox] = this.#start(undefined);
  }

  /** The database as a request has it, which no kill of the mailbox reaches. */
  get db(): UserDatabase {
    return createUserDatabase(toD1(this.#world.sqlite, this.#world.prepared, async (work) => work()));
  }

  get sharedDb(): SharedDatabase {
    return createSharedDatabase(toD1(this.#world.shared, this.#world.prepared, async (work) => work()));
  }

  domain(company: number): string {
    return `c${company}-${this.userId}.example`;
  }

  address(company: number): string {
    return `jobs@${this.domain(company)}`;
  }

  /** Whether an application to a company has its place in the week. */
  hasCourtesySlot(company: number): boolean {
    const hash = createHash("sha256")
      .update(`courtesy company ${this.domain(company)}`)
      .digest("hex");
    const slots = this.#world.shared.prepare("SELECT 1 FROM courtesy_slots WHERE company_hash = ?");
    return slots.all(hash).length > 0;
  }

  /** The mail to a company that comes next, as an approval sees it: its application, or a follow-up of that. */
  async describeMail(company: number) {
    const id = this.ids[company] ?? "";
    const steps = this.isApplied(company) ? { [id]: null } : {};
    const now = new Date(this.now);
    const { sender, sendStates } = await loadSendContext(this.db, this.userId, { companyIds: [id], steps }, now);
    const state = sendStates.get(id);
    if (!sender?.mailbox || !state) return null;
    const senderAndCv = await describeSenderAndCv(
      sender,
      state.cvPath,
      sender.mailbox,
      this.#createFiles(async (work) => work()),
    );
    if ("reason" in senderAndCv) return null;
    const content = toMailContent(state, senderAndCv);
    const version = state.company.messageVersion;
    return { content, step: state.step, version, fingerprint: await computeFingerprint(content) };
  }

  /** Whether the application to a company had left when the story began. */
  isApplied(company: number): boolean {
    return typeof this.#story.applied[company] === "number";
  }

  async seed(): Promise<void> {
    const at = new Date(this.now - 40 * DAY_MS).toISOString();
    const { userId, db } = this;
    await db.insert(users).values({
      id: userId,
      name: "Ana Martin",
      email: `${userId}@mail.example`,
      language: this.#story.language,
      wizardCompleted: true,
      cvPath: `cv/${userId}/1`,
      cvName: "cv.pdf",
      templateMessage: "Bonjour",
      createdAt: at,
    });
    for (const [company, country] of this.#story.countries.entries())
      await db.insert(companies).values({
        userId,
        id: this.ids[company] ?? "",
        identity: this.domain(company),
        name: `Firm ${company}`,
        website: "",
        businessType: "",
        city: "",
        country,
        email: `${this.address(company)};second@${this.domain(company)}`,
        phone: "",
        contacts: [],
        language: "en",
        subject: "Application",
        message: this.#writeLetter(company),
        messageVersion: 1,
        createdAt: at,
        source: "",
      });
    await this.#link(OWN_ADDRESS);
    const ledger = new MailLedger(this.#storage.open(() => true).sql);
    ledger.createTables();
    for (let day = 1; day <= this.#story.sendingDays; day += 1) {
      const sentAt = new Date(this.now - day * DAY_MS).toISOString();
      this.#recordPastMail(ledger, `day-${day}`, sentAt);
    }
    for (const [company, days] of this.#story.applied.entries())
      if (days !== null) await this.#seedApplication(ledger, company, days);
    const today = toSendingDay(new Date(this.now)).began;
    for (let n = 0; n < Math.min(this.#story.sentToday, this.#story.dailyLimit); n += 1)
      await db.insert(mails).values({
        userId,
        id: `today-${n}`,
        companyId: `past-${n}`,
        recipient: `past-${n}@${userId}.example`,
        subject: "S",
        body: "B",
        status: "sent",
        createdAt: today,
        updatedAt: today,
      });
    this.#storage.commit();
  }

  #recordPastMail(ledger: MailLedger, id: string, at: string): void {
    ledger.recordAttempt({
      id,
      company_id: id,
      company_name: "",
      recipient: `${id}@${this.userId}.example`,
      subject: "",
      body: "",
      message_id: "",
      created_at: at,
      sender: OWN_ADDRESS,
      step: 0,
    });
  }

  /** An application that has left, with the texts of its follow-ups. */
  async #seedApplication(ledger: MailLedger, company: number, days: number): Promise<void> {
    const { userId, db } = this;
    const companyId = this.ids[company] ?? "";
    const id = `application-${companyId}`;
    const at = new Date(this.now - days * DAY_MS).toISOString();
    const messageId = await makeMessageId(id, OWN_ADDRESS);
    const mail = { recipient: this.address(company), subject: "Application", body: "Dear Sir or Madam" };
    await db.insert(mails).values({
      ...mail,
      userId,
      id,
      companyId,
      status: "sent",
      createdAt: at,
      updatedAt: at,
      messageId,
      gmailId: id,
      gmailThreadId: `thread-${companyId}`,
      sender: OWN_ADDRESS,
    });
    ledger.recordAttempt({
      ...mail,
      id,
      company_id: companyId,
      company_name: "",
      message_id: messageId,
      created_at: at,
      sender: OWN_ADDRESS,
      step: 0,
    });
    ledger.recordOutcome(id, { status: "sent", at, response: null, gmailId: id, gmailThreadId: `thread-${companyId}` });
    await db
      .update(companies)
      .set({ sendStatus: "sent", sentAt: at })
      .where(and(eq(companies.userId, userId), eq(companies.id, companyId)));
    for (const step of [1, 2] as const)
      await db.insert(followUps).values({
        userId,
        companyId,
        step,
        message: this.#writeLetter(company),
        version: 1,
        author: "user",
        language: "en",
        updatedAt: at,
      });
  }

  #writeLetter(company: number): string {
    this.#edition += 1;
    return `Dear Firm ${company}, I would like to apply. Edition ${this.#edition}.`;
  }

  async #link(email: string): Promise<void> {
    if (!CONFIG.tokenKeys) throw new Error("no key");
    const tokens = await encryptTokens(CONFIG.tokenKeys, this.userId, {
      refreshToken: "r",
      accessToken: "a",
      expiresAt: FAR_FUTURE,
    });
    const values = { email, tokens, linkedAt: new Date(this.now).toISOString() };
    await this.db
      .insert(mailboxes)
      .values({ userId: this.userId, ...values })
      .onConflictDoUpdate({ target: mailboxes.userId, set: values });
  }

  // Processes

  #start(kill: Kill | undefined): [Process, Mailbox] {
    const process = new Process(this.#storage, kill, (step, when) => this.onStep(step, when));
    const mailer = this.#createMailer(process.step);
    const checkIsConfigured = () => {
      if (!this.isConfigured) throw new ApiError("not_configured");
    };
    const deps = {
      db: createUserDatabase(toD1(this.#world.sqlite, this.#world.prepared, process.step)),
      sharedDb: createSharedDatabase(toD1(this.#world.shared, this.#world.prepared, process.step)),
      files: this.#createFiles(process.step),
      googleAuth: { revokeToken: () => process.step(() => undefined) } as unknown as GoogleAuth,
      get mailer() {
        checkIsConfigured();
        return mailer;
      },
      activities: {
        idFromName: (name: string) => name,
        get: () => ({ invalidate: async () => void (this.signals += 1) }),
      } as unknown as Env["ACTIVITY"],
      metrics: createMetrics(undefined, ""),
      now: () => new Date(this.now),
      config: { ...CONFIG, dailyLimit: this.#story.dailyLimit },
    };
    const mailbox = new Mailbox({
      id: "outbox",
      storage: this.#storage.open(() => !process.isDead),
      name: this.userId,
      deps: () => deps,
      openShard: async () => deps,
      wait: async () => undefined,
      chance: this.#random,
    });
    return [process, mailbox];
  }

  #createFiles(step: RunStep): FileStorage {
    const facts = () => ({ size: 10, etag: String(this.#cvVersion) });
    return {
      stat: () => step(facts),
      load: () => step(() => ({ ...facts(), bytes: new Uint8Array(10) })),
    } as unknown as FileStorage;
  }

  #createMailer(step: RunStep): Mailer {
    return {
      send: ({ mime, recipient, threadId }) =>
        step(() => {
          const outcome = this.#outcomes.shift() ?? "ok";
          const accepted = outcome === "ok" || outcome === "accept and drop";
          const text = mime.head + mime.tail;
          const from = /^From: .*<(.+)>\r$/mu.exec(text)?.[1] ?? "";
          const company = Number(/^\D+(\d+)-/u.exec(recipient)?.[1] ?? -1);
          const attempt = this.findAttempt(company);
          const isDirect = this.#directSends.has(company) && attempt === null;
          const step = isDirect ? 0 : (this.findRow(company)?.step ?? 0);
          const post = {
            company,
            step,
            threadId,
            isDirect,
            attempt,
            time: this.now,
            from,
            text,
            recipient,
            outcome,
            accepted,
          };
          this.posts.push(post);
          this.onPost(post);
          if (outcome === "ok") return { id: "g", threadId, response: "{}" };
          throw toGmailError(outcome);
        }),
    };
  }

  /** Calls the mailbox; after a kill a new process takes over. */
  async #call<T>(work: (mailbox: Mailbox) => Promise<T>, kill?: Kill): Promise<T | typeof KILLED> {
    if (kill) [this.#process, this.#mailbox] = this.#start(kill);
    const process = this.#process;
    try {
      const answer = await work(this.#mailbox);
      if (process.isDead) return KILLED;
      // An answer leaves the object once its writes are on disk.
      this.#storage.commit();
      return answer;
    } catch (error) {
      if (!process.isDead) throw error;
      return KILLED;
    } finally {
      if (process.isDead) this.kills += 1;
      if (this.#process === process && (process.isDead || kill))
        [this.#process, this.#mailbox] = this.#start(undefined);
    }
  }

  // What people do

  queue(mails: QueueRequest["mails"], sendAt: number | null, kill?: Kill) {
    const at = sendAt === null ? null : new Date(sendAt).toISOString();
    return this.#call((mailbox) => mailbox.queueMails({ userId: this.userId, mails, sendAt: at }), kill);
  }

  change(change: OutboxChange, kill?: Kill) {
    return this.#call((mailbox) => mailbox.changeOutbox(this.userId, change), kill);
  }

  look(kill?: Kill) {
    return this.#call((mailbox) => mailbox.readOutbox(this.userId), kill);
  }

  /** What the sidebar says. */
  summarize() {
    return this.#mailbox.summarizeOutbox();
  }

  async send(company: number, kill?: Kill) {
    const request = { userId: this.userId, companyIds: [this.ids[company] ?? ""], versions: {} };
    this.#directSends.add(company);
    try {
      return await this.#call(
        (mailbox) => mailbox.send({ ...request, confirm: ["needs_review"], fingerprints: {} }),
        kill,
      );
    } finally {
      this.#directSends.delete(company);
    }
  }

  /** @returns whether the letter was changed: not while it is being sent, and not after */
  async edit(company: number, what: "edit" | "change recipient"): Promise<boolean> {
    if (this.isApplied(company)) return what === "edit" && this.#editFollowUp(company);
    this.#edition += 1;
    const recipients = [this.address(company), `second@${this.domain(company)}`];
    const patch =
      what === "edit" ? { message: this.#writeLetter(company) } : { recipient: recipients[this.#edition % 2] ?? "" };
    const at = new Date(this.now).toISOString();
    const key = { userId: this.userId, id: this.ids[company] ?? "", replaces: undefined };
    return (await updateCompany(this.db, key, patch, { warnings: [], claims: null }, at)).changed;
  }

  /** Edits the follow-up that comes next. */
  async #editFollowUp(company: number): Promise<boolean> {
    const row = await this.#findFollowUp(company);
    if (!row || row.step === null) return false;
    const text = { step: row.step, message: this.#writeLetter(company), author: "user", language: "en" } as const;
    const at = new Date(this.now).toISOString();
    const key = this.#toKey(company);
    return (await saveFollowUpText(this.db, key, { ...text, claims: null, replaces: row.version, at })).saved;
  }

  async #findFollowUp(company: number) {
    const { userId, companyId } = this.#toKey(company);
    return (await followUpStatesQuery(this.db, userId, [{ companyId, step: null }]))[0];
  }

  #toKey(company: number) {
    return { userId: this.userId, companyId: this.ids[company] ?? "" };
  }

  // What companies answer, and what the user does then

  /** @returns whether an outcome was noted */
  async answer(company: number): Promise<boolean> {
    const outcome = { eventId: crypto.randomUUID(), outcome: "answered", kind: "new" } as const;
    const at = new Date(this.now).toISOString();
    return (await insertOutcome(this.db, this.#toKey(company), { ...outcome, at })).recorded;
  }

  async takeAnswerBack(company: number): Promise<void> {
    const key = this.#toKey(company);
    for (const { id } of await this.#listEvents(company, "confirmed")) await deleteOutcome(this.db, key, id);
  }

  /** @returns whether what may be an answer waits for the user now */
  async propose(company: number): Promise<boolean> {
    const nobody = { sender: null, subject: null, excerpt: null, senderProven: null };
    const read = { outcome: "refused", how: "forwarded", ...nobody } as const;
    const event = { id: crypto.randomUUID(), at: new Date(this.now).toISOString() };
    const proposal = { ...read, confidence: 0.5, mailId: null };
    return (await insertProposal(this.db, this.#toKey(company), proposal, event)) !== undefined;
  }

  async dismiss(company: number): Promise<void> {
    const at = new Date(this.now).toISOString();
    const key = this.#toKey(company);
    for (const { id } of await this.#listEvents(company, "proposed")) await dismissProposal(this.db, key, id, at);
  }

  /** Latest first, so that each may be taken back. */
  #listEvents(company: number, status: "confirmed" | "proposed") {
    const { userId, companyId } = this.#toKey(company);
    return this.db
      .select({ id: outcomeEvents.id })
      .from(outcomeEvents)
      .where(
        and(eq(outcomeEvents.userId, userId), eq(outcomeEvents.companyId, companyId), eq(outcomeEvents.status, status)),
      )
      .orderBy(desc(outcomeEvents.decidedAt), desc(outcomeEvents.createdAt));
  }

  /** The user calls in place of the next follow-up. @returns which one that was; null when it was too late for that */
  async call(company: number): Promise<FollowUpStep | null> {
    const step = (await this.#findFollowUp(company))?.step ?? null;
    if (step === null) return null;
    const at = new Date(this.now).toISOString();
    const row = await saveCall(this.db, this.#toKey(company), { step, number: "+33123456789", at });
    return row && (step === 1 ? row.isFirstCalled : row.isSecondCalled) ? step : null;
  }

  /** As the API does: the outbox first. @returns whether the outbox was told */
  async archive(company: number, kill?: Kill): Promise<boolean> {
    const id = this.ids[company] ?? "";
    const told = await this.#call((mailbox) => mailbox.withdrawMails(this.userId, [id], "archived"), kill);
    if (told === KILLED) return false;
    await setArchived(this.db, this.userId, [id], new Date(this.now).toISOString());
    return true;
  }

  /** Records an application by telephone, before which the API tells the outbox. @returns whether it was told */
  async apply(company: number, kill?: Kill): Promise<boolean> {
    const ids = [this.ids[company] ?? ""];
    return (await this.#call((mailbox) => mailbox.withdrawMails(this.userId, ids, "applied"), kill)) !== KILLED;
  }

  async restore(company: number): Promise<void> {
    await setArchived(this.db, this.userId, [this.ids[company] ?? ""], null);
  }

  async object(company: number): Promise<void> {
    const createdAt = new Date(this.now).toISOString();
    const entry = { entry: this.domain(company), status: "listed" as const, reason: "", network: "", createdAt };
    await this.sharedDb.insert(objections).values(entry).onConflictDoNothing();
  }

  async block(company: number): Promise<void> {
    const entry = { userId: this.userId, entry: this.domain(company), createdAt: new Date(this.now).toISOString() };
    await this.db.insert(doNotContact).values(entry).onConflictDoNothing();
  }

  async changeSignature(): Promise<void> {
    this.#edition += 1;
    await this.db
      .update(users)
      .set({ signaturePhone: `Edition ${this.#edition} of my telephone` })
      .where(eq(users.id, this.userId));
  }

  changeCv(): void {
    this.#cvVersion += 1;
  }

  disconnect(kill?: Kill) {
    return this.#call((mailbox) => mailbox.disconnect(this.userId), kill);
  }

  async link(email: string, kill?: Kill) {
    await this.#link(email);
    return this.#call((mailbox) => mailbox.reconnect(this.userId), kill);
  }

  /** Whatever kills a step of the deletion, it is repeated. */
  async deleteAccount(kill?: Kill): Promise<void> {
    await markDeleted(this.db, this.userId, new Date(this.now).toISOString());
    if ((await this.#call((mailbox) => mailbox.erase(true), kill)) === KILLED)
      await this.#call((mailbox) => mailbox.erase(true));
    await deleteUserRows(this.db, this.userId);
    await this.db.delete(mailboxes).where(eq(mailboxes.userId, this.userId));
  }

  // Time

  /** From now on Gmail takes every mail. */
  mendGmail(): void {
    this.#outcomes = [];
  }

  /** Lets time pass, with the alarms that ring in it. @returns false when they ring without end */
  async pass(minutes: number, kill?: Kill): Promise<boolean> {
    const end = this.now + minutes * 60_000;
    let isKilled = false;
    for (let rings = 0; rings < MAX_RINGS; rings += 1) {
      const alarm = this.#storage.readAlarm();
      if (alarm === null || alarm > end) {
        this.now = end;
        return true;
      }
      this.now = Math.max(this.now, alarm);
      await this.ring(isKilled ? undefined : kill);
      isKilled = true;
    }
    return false;
  }

  async ring(kill?: Kill): Promise<void> {
    this.rings += 1;
    this.#storage.setAlarm(null);
    const before = this.#describeState();
    const answer = await this.#call((mailbox) => mailbox.alarm(), kill);
    if (answer === KILLED && this.#storage.readAlarm() === null) this.#storage.setAlarm(this.now + ALARM_RETRY_MS);
    this.#storage.commit();
    const isWaitingForMailbox = !(await this.isLinked());
    if (answer !== KILLED && before === this.#describeState() && !isWaitingForMailbox) this.idleRings += 1;
  }

  #describeState(): string {
    return JSON.stringify([this.posts.length, this.listRows()]);
  }

  get isStopped(): boolean {
    return this.#openRows().readState().stopped !== null;
  }

  /** Whether something was ever queued. */
  get hasOutbox(): boolean {
    return this.#openRows().exists();
  }

  #openRows(): OutboxRows {
    return new OutboxRows(this.#storage.open(() => true).sql);
  }

  async isLinked(): Promise<boolean> {
    const linked = await this.db.select().from(mailboxes).where(eq(mailboxes.userId, this.userId));
    return linked.some(({ tokens }) => tokens !== null);
  }

  get alarm(): number | null {
    return this.#storage.readAlarm();
  }

  // What is stored

  listRows(): OutboxRow[] {
    return this.#openRows().listAll();
  }

  findRow(company: number): OutboxRow | undefined {
    return this.listRows().find(({ company_id }) => company_id === this.ids[company]);
  }

  /** Id of the attempt of the outbox that is under way for a company. */
  findAttempt(company: number): string | null {
    const row = this.findRow(company);
    return row?.status === "sending" ? row.mail_id : null;
  }

  /**
   * Whether the attempt under way has asked what all users share. An application leaves its place in the week; of a
   * follow-up it cannot be seen.
   */
  hasAsked(company: number): boolean {
    const attempt = this.findAttempt(company);
    if (attempt === null) return false;
    const hash = createHash("sha256").update(`courtesy attempt ${attempt}`).digest("hex");
    const slots = this.#world.shared.prepare("SELECT 1 FROM courtesy_slots WHERE attempt_hash = ?");
    return this.findRow(company)?.step !== 0 || slots.get(hash) !== undefined;
  }

  get storedTables(): number {
    return this.#storage.countTables();
  }

  /** Companies with a mail that is claimed and has no outcome yet. */
  listClaimed(): number[] {
    const sql = "SELECT company_id FROM mails WHERE user_id = ? AND status = 'sending'";
    return this.#world.sqlite
      .prepare(sql)
      .all(this.userId)
      .map((row) => this.ids.indexOf(String(row.company_id)));
  }

  countToday(): number {
    const began = toSendingDay(new Date(this.now)).began;
    const sql = `SELECT count(*) AS n FROM mails WHERE user_id = ? AND created_at >= ? AND ${COUNTS_AS_SENT}`;
    return Number(this.#world.sqlite.prepare(sql).get(this.userId, began)?.n);
  }
}

function toGmailError(outcome: Exclude<GmailOutcome, "ok">): ExternalServiceError {
  switch (outcome) {
    case "400":
      return new ExternalServiceError("gmail", "refused", outcome, { status: 400 });
    case "quota":
      return new ExternalServiceError("gmail", "refused", outcome, { status: 403, reason: "quotaExceeded" });
    case "429":
      return new ExternalServiceError("gmail", "rate_limited", outcome, { status: 429, retryAfterSeconds: 600 });
    case "500":
      return new ExternalServiceError("gmail", "server_error", outcome, { status: 500 });
    case "no permission":
      return new ExternalServiceError("gmail", "refused", outcome, { status: 403, reason: "insufficientPermissions" });
    case "drop":
    case "accept and drop":
      return new ExternalServiceError("gmail", "unreachable", outcome);
  }
}
