import Holidays from "date-holidays";
import type { FollowUpStep, MailStep } from "../../../../worker/contract/mail";
import type { EmailContent } from "../../../../worker/mail/compose-email";
import type { PostedMail, SimulatedProduct } from "./simulated-product";
import type { Story } from "./story";

/*
 * What the outbox promises, as simply as possible. It follows what people did and what they were answered, and looks at
 * each mail that reaches Gmail.
 */

/**
 * `yes`: it must stay in the outbox until it has an outcome. `perhaps`: the answer was lost with the process, or the
 * mail was on its way already; both are right. `no`: it must not be sent.
 */
type Approval = {
  /** In their order. */
  number: number;
  state: "yes" | "perhaps" | "no";
  /** The mails that may be meant. */
  contents: EmailContent[];
  /** Which of the mails to the company they are. */
  steps: Set<MailStep>;
  since: number;
  /** The first of those that a press without an answer may have left as it was. */
  firstSince: number;
  /** The times that may be meant. */
  sendAts: (number | null)[];
  /** Reasons that may have ended it. */
  ends: Set<string>;
  /** Its outcome was seen; it is listed for a week. */
  isSettled: boolean;
  /** It was under way when it was taken out, or when its approval ended: no other attempt may follow. */
  lastAttempt?: string;
};

const ZONES: Record<string, string> = {
  FR: "Europe/Paris",
  GB: "Europe/London",
  DE: "Europe/Berlin",
  PT: "Europe/Lisbon",
};
const HOLD_MS = 10_000;
const MIN_PAUSE_MS = 60_000;
const GRACE_MS = 2 * 3_600_000;
const DAY_MS = 86_400_000;
const APPROVAL_MS = 30 * DAY_MS;
const FOLLOW_UP_MS = 7 * DAY_MS;
const RAMP = [10, 20, 40];
const calendars = new Map<string, Holidays>();

/** Whether an office is open, found in another way than the product does. */
function isOfficeOpen(country: string, time: number): boolean {
  const options = { timeZone: ZONES[country] ?? "", hourCycle: "h23" as const };
  const weekday = new Date(time).toLocaleString("en-GB", { ...options, weekday: "short" });
  const hour = Number(new Date(time).toLocaleString("en-GB", { ...options, hour: "numeric" }));
  const [day, month, year] = new Date(time).toLocaleDateString("en-GB", options).split("/");
  let calendar = calendars.get(country);
  if (!calendar) {
    const types = { types: ["public" as const] };
    calendar = country === "GB" ? new Holidays("GB", "ENG", types) : new Holidays(country, types);
    calendars.set(country, calendar);
  }
  const isHoliday = calendar.getHolidays(Number(year)).some(({ date }) => date.startsWith(`${year}-${month}-${day}`));
  return weekday !== "Sat" && weekday !== "Sun" && !isHoliday && hour >= 9 && hour < 18;
}

export class Expectations {
  readonly failures: string[] = [];
  readonly #product: SimulatedProduct;
  readonly #story: Story;
  readonly #approvals = new Map<number, Approval>();
  readonly #sendingDays = new Map<string, Set<string>>();
  /** What has ended approvals; of one company, or of all. */
  readonly #ended: { company: number | null; reason: string }[] = [];
  #approvalCount = 0;
  #changeCount = 0;
  #stopped: boolean | "perhaps" = false;
  #linked: string | null = "ana@gmail.example";
  /** Mails on their way when something was forbidden. */
  #onTheirWay = new Set<number>();
  #isDeleted = false;
  #lastPost = 0;
  /** Answers that are known, by company and kind; with the attempt that was claimed when each came. */
  readonly #answers = new Map<string, string | null>();
  /** When each company was last written to or called, as far as the user knows. */
  readonly #lastContacts = new Map<number, number>();
  readonly #calls = new Set<string>();

  constructor(product: SimulatedProduct, story: Story) {
    this.#product = product;
    this.#story = story;
    const applied = story.applied.flatMap((days, company) => (days === null ? [] : [{ days, company }]));
    const days = [...Array.from({ length: story.sendingDays }, (_, n) => n + 1), ...applied.map((each) => each.days)];
    this.#sendingDays.set("ana@gmail.example", new Set(days.map((ago) => this.#toDay(product.now - ago * DAY_MS))));
    for (const { days: ago, company } of applied) this.#lastContacts.set(company, product.now - ago * DAY_MS);
  }

  #toDay(time: number): string {
    return new Date(time).toISOString().slice(0, 10);
  }

  #fail(text: string): void {
    this.failures.push(`${new Date(this.#product.now).toISOString()}: ${text}`);
  }

  // What people did

  /** How many things have ended approvals until now. */
  get endCount(): number {
    return this.#ended.length;
  }

  /** @param endCount when the press began: what happened since may have been too late for its check */
  approve(
    company: number,
    { step, content }: { step: MailStep; content: EmailContent },
    press: { sendAt: number | null; endCount: number; isAnswered: boolean },
  ): void {
    const { sendAt, endCount, isAnswered } = press;
    const old = this.#approvals.get(company);
    if (!isAnswered && old?.state === "yes" && !old.isSettled) return;
    const isOpen = old !== undefined && old.state === "perhaps";
    const ends = this.#ended.slice(endCount).filter((end) => end.company === company || end.company === null);
    this.#approvalCount += 1;
    this.#approvals.set(company, {
      number: this.#approvalCount,
      state: isAnswered && ends.length === 0 ? "yes" : "perhaps",
      contents: isAnswered || !isOpen ? [content] : [...old.contents, content],
      steps: new Set([step, ...(isAnswered || !isOpen ? [] : old.steps)]),
      since: isAnswered || !isOpen ? this.#product.now : old.since,
      firstSince: isAnswered || !old || old.isSettled ? this.#product.now : old.firstSince,
      sendAts: isAnswered || !isOpen ? [sendAt] : [...old.sendAts, sendAt],
      ends: new Set([...(old && !isAnswered ? old.ends : []), ...ends.map(({ reason }) => reason)]),
      isSettled: false,
    });
  }

  /** What is, or may be, an answer: it is certain for what is claimed later, and may be taken back. */
  answer(company: number, kind: "answer_known" | "answer_unread"): void {
    const isClaimed = this.#product.listClaimed().includes(company);
    this.#answers.set(`${company} ${kind}`, isClaimed ? this.#product.findAttempt(company) : null);
    this.end(company, kind, false);
  }

  withdrawAnswer(company: number, kind: "answer_known" | "answer_unread"): void {
    this.#answers.delete(`${company} ${kind}`);
  }

  call(company: number, step: FollowUpStep): void {
    this.#calls.add(`${company} ${step}`);
    this.#lastContacts.set(company, this.#product.now);
    for (const reason of ["followed_up", "follow_up_too_early"]) this.end(company, reason, false);
  }

  /** How many changes of times and stops there were until now: of two at once, either may be the last. */
  get changeCount(): number {
    return this.#changeCount;
  }

  reschedule(company: number, sendAt: number | null, isAnswered: boolean): void {
    this.#changeCount += 1;
    const approval = this.#approvals.get(company);
    if (approval) approval.sendAts = isAnswered ? [sendAt] : [...approval.sendAts, sendAt];
  }

  /** How many approvals there were until now. */
  get approvalCount(): number {
    return this.#approvalCount;
  }

  /** Of two things at once, either may be the last. */
  isApprovedSince(company: number, approvalCount: number): boolean {
    return (this.#approvals.get(company)?.number ?? 0) > approvalCount;
  }

  /** @param approvalCount when the call began: a later approval is another one */
  takeOut(company: number, approvalCount: number, isAnswered: boolean): void {
    const approval = this.#approvals.get(company);
    if (approval && approval.number > approvalCount) return;
    if (approval && approval.state !== "no") approval.state = isAnswered ? "no" : "perhaps";
  }

  /** @param attempt the one under way when the mail was taken out */
  takeOutOnItsWay(company: number, approvalCount: number, attempt: string): void {
    const approval = this.#approvals.get(company);
    if (!approval || approval.number > approvalCount || approval.state === "no") return;
    approval.state = "perhaps";
    approval.lastAttempt = attempt;
  }

  /** Something has ended an approval; of mails on their way, only the next attempt. */
  end(company: number, reason: string, isCertain: boolean): void {
    const isOnItsWay = this.#product.listClaimed().includes(company) || this.#listSending().includes(company);
    this.#end(company, reason, isCertain, isOnItsWay);
  }

  /** A company has objected: it is too late for an attempt that has asked already, and for no other. */
  object(company: number): void {
    this.#end(company, "do_not_contact", true, this.#product.hasAsked(company));
  }

  #end(company: number, reason: string, isCertain: boolean, isOnItsWay: boolean): void {
    this.#ended.push({ company, reason });
    const approval = this.#approvals.get(company);
    if (!approval) return;
    approval.ends.add(reason);
    if (approval.state === "no") return;
    approval.state = isCertain && !isOnItsWay ? "no" : "perhaps";
    const attempt = this.#product.findAttempt(company);
    if (isCertain && attempt !== null) approval.lastAttempt = attempt;
  }

  endAll(reason: string, isCertain: boolean): void {
    this.#ended.push({ company: null, reason });
    for (const company of this.#approvals.keys()) this.end(company, reason, isCertain);
  }

  /** Another CV is another application; to a follow-up none is attached. */
  endApplications(reason: string): void {
    this.#ended.push({ company: null, reason });
    for (const [company, { steps }] of this.#approvals) if (steps.has(0)) this.end(company, reason, true);
  }

  setStopped(stopped: boolean | "perhaps"): void {
    this.#changeCount += 1;
    this.#stopped = stopped;
    this.#onTheirWay = new Set(this.#listSending());
  }

  setLinked(linked: string | null): void {
    this.#linked = linked;
    this.#ended.push({ company: null, reason: "sender_changed" });
    // A mail from another address is another mail; linked again in time, the first one is as it was approved.
    if (linked !== null)
      for (const [company, { contents }] of this.#approvals)
        if (contents.some(({ from }) => from.address !== linked)) this.end(company, "sender_changed", false);
    this.#onTheirWay = new Set(this.#listSending());
  }

  setDeleted(): void {
    this.#isDeleted = true;
  }

  #listSending(): number[] {
    const sending = this.#product.listRows().filter(({ status }) => status === "sending");
    return sending.map((row) => this.#product.ids.indexOf(row.company_id));
  }

  // What Gmail got

  checkPost(post: PostedMail): void {
    const { company, step, time, outcome, accepted } = post;
    const mail = `${step === 0 ? "the mail" : `follow-up ${step}`} to company ${company} (${outcome})`;
    const before = this.#product.posts.filter(
      (other) => other !== post && other.company === company && other.step === step,
    );
    if (step > 0) this.#checkFollowUp(post, mail);
    if (accepted && before.some((other) => other.accepted)) this.#fail(`${mail} was sent twice`);
    if (this.#isDeleted) this.#fail(`${mail} was sent after the account was deleted`);
    if (step === 0 && !this.#product.hasCourtesySlot(company))
      this.#fail(`${mail} was sent without its place in the week`);
    const isOnItsWay = this.#onTheirWay.has(company);
    if (this.#linked === null && !isOnItsWay) this.#fail(`${mail} was sent without a mailbox`);
    if (!post.isDirect) this.#checkOutboxPost(post, mail, isOnItsWay);
    this.#checkDay(post, mail);
    const days = this.#sendingDays.get(post.from) ?? new Set();
    this.#sendingDays.set(post.from, days.add(this.#toDay(time)));
    if (outcome === "ok") this.#lastContacts.set(company, time);
  }

  #checkFollowUp({ company, step, time, text, attempt, threadId, from }: PostedMail, mail: string): void {
    const isMade = (earlier: number) =>
      this.#calls.has(`${company} ${earlier}`) ||
      this.#product.posts.some((post) => post.company === company && post.step === earlier && post.outcome === "ok");
    if (!this.#product.isApplied(company)) this.#fail(`${mail} goes after no application`);
    if (step === 2 && !isMade(1)) this.#fail(`${mail} goes before the first`);
    if (this.#calls.has(`${company} ${step}`)) this.#fail(`${mail} was sent, although the user has called instead`);
    for (const kind of ["answer_known", "answer_unread"])
      if (this.#answers.has(`${company} ${kind}`) && this.#answers.get(`${company} ${kind}`) !== attempt)
        this.#fail(`${mail} was sent after an answer (${kind})`);
    if (time < (this.#lastContacts.get(company) ?? 0) + FOLLOW_UP_MS) this.#fail(`${mail} was sent too early`);
    const thread = `thread-${this.#product.ids[company]}`;
    if (threadId !== (from === "ana@gmail.example" ? thread : null))
      this.#fail(`${mail} is in conversation ${threadId}`);
    if (!/^In-Reply-To: <.+>\r$/mu.test(text) || !/^Subject: Re: Application\r$/mu.test(text))
      this.#fail(`${mail} is no reply`);
  }

  #checkOutboxPost(post: PostedMail, mail: string, isOnItsWay: boolean): void {
    const { company, step, time, text, recipient, outcome, attempt } = post;
    const approval = this.#approvals.get(company);
    if (!approval || approval.state === "no") return this.#fail(`${mail} was not approved`);
    if (approval.lastAttempt !== undefined && approval.lastAttempt !== attempt)
      this.#fail(`${mail} was tried again, although it was out`);
    const letter = text.replace(/=\r\n/gu, "").replace(/\r\n/gu, "\n");
    const isMeant =
      approval.steps.has(step) &&
      approval.contents.some((content) => content.to === recipient && letter.includes(content.text.trimEnd()));
    if (!isMeant) this.#fail(`${mail} is not the one that was approved`);
    if (approval.state === "yes" && time > approval.since + APPROVAL_MS + GRACE_MS)
      this.#fail(`${mail} was approved too long ago`);
    if (this.#stopped === true && !isOnItsWay) this.#fail(`${mail} was sent while the outbox was stopped`);
    if (time < approval.since + HOLD_MS) this.#fail(`${mail} was sent before it could be undone`);
    if (time < this.#lastPost + MIN_PAUSE_MS) this.#fail(`${mail} was sent less than a minute after another`);
    // Nobody got the mail that Gmail has put off, so it may be tried again as soon as it can be sent.
    if (outcome !== "429" && outcome !== "quota" && outcome !== "no permission") this.#lastPost = time;
    const country = this.#story.countries[company] ?? "";
    const home = this.#story.language === "fr" ? "FR" : "GB";
    const isOpen = isOfficeOpen(ZONES[country] ? country : home, time);
    const isRightTime = approval.sendAts.some((sendAt) =>
      sendAt === null ? isOpen : time >= sendAt && (isOpen || time <= sendAt + GRACE_MS + MIN_PAUSE_MS),
    );
    // A chosen time that is past means at once.
    const isAtOnce = approval.sendAts.some((sendAt) => sendAt !== null && sendAt <= approval.since);
    if (!isRightTime && !isAtOnce) this.#fail(`${mail} was sent at a wrong time`);
  }

  #checkDay({ from, isDirect }: PostedMail, mail: string): void {
    const { dailyLimit } = this.#story;
    const earlier = [...(this.#sendingDays.get(from) ?? [])].filter(
      (day) => day < this.#toDay(this.#product.now),
    ).length;
    const limit = isDirect ? dailyLimit : Math.min(dailyLimit, RAMP[earlier] ?? dailyLimit);
    const count = this.#product.countToday();
    if (count > limit) this.#fail(`${mail} is number ${count} of a day with a limit of ${limit}`);
  }

  // What is stored

  checkRows(): void {
    if (this.#isDeleted) {
      if (this.#product.storedTables > 0 || this.#product.alarm !== null) this.#fail("the object was not emptied");
      return;
    }
    const rows = new Map(this.#product.listRows().map((row) => [this.#product.ids.indexOf(row.company_id), row]));
    for (const [company, approval] of this.#approvals) {
      const row = rows.get(company);
      const posts = this.#product.posts.filter(
        (post) => post.company === company && !post.isDirect && post.step === row?.step,
      );
      const accepted = posts.filter((post) => post.accepted).length;
      if (!row) {
        if (approval.state === "yes" && !approval.isSettled) this.#fail(`the mail to company ${company} was lost`);
        continue;
      }
      const says = `company ${company} is ${row.status}`;
      switch (row.status) {
        case "queued":
          if (accepted > 0) this.#fail(`${says}, but Gmail has its mail`);
          continue;
        case "sending":
          continue;
        case "sent":
          if (accepted !== 1) this.#fail(`${says}, but Gmail has ${accepted}`);
          break;
        case "failed":
          // After a crash it is not known that all others would be refused too.
          if (!posts.some(({ outcome }) => outcome === "400" || outcome === "quota"))
            this.#fail(`${says}, but Gmail refused nothing`);
          break;
        case "unknown":
          if (row.mail_id === null) this.#fail(`${says} without an attempt`);
          break;
        case "withdrawn": {
          const reason = row.ended_by ?? "no reason";
          if (reason === "approval_expired" && this.#product.now > approval.firstSince + APPROVAL_MS) {
            approval.ends.add(reason);
            approval.state = "no";
          }
          if (accepted > 0) this.#fail(`${says}, but Gmail has its mail`);
          if (!approval.ends.has(reason)) this.#fail(`${says} by ${reason}, which nobody did`);
        }
      }
      approval.isSettled = true;
      if (approval.state === "yes" && row.status === "withdrawn") this.#fail(`${says}, but it was approved`);
    }
  }

  /** At the end, once nothing is in the way any more. */
  async checkSettled(): Promise<void> {
    if ((await this.#product.summarize()) !== null) this.#fail("the sidebar says that mails wait");
    const open = this.#product.listRows().filter(({ status }) => status === "queued" || status === "sending");
    for (const { company_id, status } of open)
      this.#fail(`company ${this.#product.ids.indexOf(company_id)} is ${status} for ever`);
    if (open.length === 0 && this.#product.alarm !== null) this.#fail("an alarm is set for nothing");
  }
}
