import { Expectations } from "./expectations";
import { KILLED, SimulatedProduct, type World } from "./simulated-product";
import type { Act, Command, Kill, Story } from "./story";

/** How often something happened. */
export type Figures = Record<string, number>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const ANA = "ana@gmail.example";
const OTHER = "other@gmail.example";
/** Days at the end in which all that waits must leave: two mails a day, a month ahead at most. */
const LAST_DAYS = 25;
/** An alarm may be as much later than the outbox would set it now: it looks that often on its own. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Plays a story on the product. @returns what the product did that it must not do */
export async function playStory(world: World, story: Story, figures: Figures): Promise<string[]> {
  const product = new SimulatedProduct(world, story);
  await product.seed();
  const player = new Player(product, new Expectations(product, story), figures);
  await player.play(story.commands);
  const failures = await player.finish();
  // Crashes and sends at once have a guard, which may find nothing to do.
  const isGuarded = story.commands.some((command) => command.kill || command.meanwhile || command.do === "send");
  if (!isGuarded && product.idleRings > 0) failures.push(`${product.idleRings} alarms rang for nothing`);
  return failures;
}

class Player {
  readonly #product: SimulatedProduct;
  readonly #expect: Expectations;
  readonly #figures: Figures;
  #isDeleted = false;
  /** Acts that wait for the one under way. */
  #pending: Promise<void>[] = [];

  constructor(product: SimulatedProduct, expect: Expectations, figures: Figures) {
    this.#product = product;
    this.#expect = expect;
    this.#figures = figures;
    product.onPost = (post) => {
      this.#count(`posts: ${post.outcome}`);
      if (post.step > 0) this.#count(`posts: follow-up ${post.step}`);
      expect.checkPost(post);
    };
  }

  #count(name: string, by = 1): void {
    this.#figures[name] = (this.#figures[name] ?? 0) + by;
  }

  async play(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      if (this.#isDeleted) return;
      this.#count("steps");
      this.#plan(command.meanwhile);
      if (command.do === "pass") await this.#pass(command.minutes, command.kill);
      else await this.#act(command, command.kill);
      this.#product.onStep = async () => undefined;
      await Promise.all(this.#pending.splice(0));
      this.#expect.checkRows();
      if (this.#expect.failures.length > 0) return;
    }
  }

  /**
   * At the end nothing fails any more. The user links a mailbox or lets the outbox go on, if need be, and then does
   * nothing: time passes until all has an outcome.
   */
  async finish(): Promise<string[]> {
    const { failures } = this.#expect;
    if (!this.#isDeleted && failures.length === 0) {
      await this.#checkAlarm();
      this.#product.mendGmail();
      for (let day = 0; day < LAST_DAYS && failures.length === 0; day += 1) {
        if (!(await this.#product.isLinked())) await this.#act({ do: "link" });
        if (this.#product.isStopped) await this.#act({ do: "resume" });
        await this.#pass(DAY_MINUTES);
      }
      await this.#expect.checkSettled();
    }
    for (const { status, ended_by } of this.#product.listRows())
      this.#count(`ends: ${status}${ended_by === null ? "" : ` (${ended_by})`}`);
    this.#count("kills", this.#product.kills);
    this.#count("alarms", this.#product.rings);
    this.#count("alarms that changed nothing", this.#product.idleRings);
    return failures;
  }

  /** Whoever looks at the outbox sets its alarm anew, so what nobody looks at shows whether a wake-up was lost. */
  async #checkAlarm(): Promise<void> {
    const before = this.#product.alarm;
    await this.#product.look();
    const after = this.#product.alarm;
    // A send at once that failed has made room on a day that was full.
    const isMovable = this.#product.posts.some(({ isDirect }) => isDirect);
    if (after === null || isMovable) return;
    if (before === null) this.#expect.failures.push("the alarm is lost");
    // Without a mailbox nothing leaves before the next one is linked, which sets it anew.
    else if (before > after + MAX_DELAY_MS && (await this.#product.isLinked()))
      this.#expect.failures.push("the alarm is late");
  }

  /** Another tab acts once, at a call of something outside. */
  #plan(meanwhile: Command["meanwhile"]): void {
    let steps = 0;
    this.#product.onStep = async (_, when) => {
      if (when !== meanwhile?.when) return;
      steps += 1;
      if (steps !== meanwhile.step || this.#isDeleted) return;
      const { act } = meanwhile;
      this.#count("acts of another tab");
      const done = this.#act(act);
      // These wait for the mail under way, which waits for this step.
      if (act.do === "send" || act.do === "delete account") this.#pending.push(done);
      else await done;
    };
  }

  /** Looks at the rows every day: finished ones are deleted after a week. */
  async #pass(minutes: number, kill?: Kill): Promise<void> {
    for (let rest = minutes; rest > 0; rest -= DAY_MINUTES) {
      const isEnding = await this.#product.pass(Math.min(rest, DAY_MINUTES), rest === minutes ? kill : undefined);
      if (!isEnding) this.#expect.failures.push("alarms ring without end");
      await Promise.all(this.#pending.splice(0));
      this.#expect.checkRows();
      if (this.#expect.failures.length > 0) return;
    }
  }

  async #act(act: Act, kill?: Kill): Promise<void> {
    const [product, expect] = [this.#product, this.#expect];
    this.#count(act.do);
    switch (act.do) {
      case "queue":
        return this.#queue(act.companies, this.#toTime(act.inMinutes), kill);
      case "undo": {
        const companyIds = this.#toIds(act.companies);
        const { approvalCount } = expect;
        const attempts = new Map(companyIds.map((id) => [id, product.findAttempt(product.ids.indexOf(id))]));
        const answer = await product.change({ do: "take_out", companyIds }, kill);
        const out = answer === KILLED ? companyIds : answer.changed;
        for (const id of out) expect.takeOut(product.ids.indexOf(id), approvalCount, answer !== KILLED);
        for (const [id, attempt] of attempts)
          if (attempt !== null && !out.includes(id))
            expect.takeOutOnItsWay(product.ids.indexOf(id), approvalCount, attempt);
        return;
      }
      case "schedule": {
        const [companyIds, sendAt] = [this.#toIds(act.companies), this.#toTime(act.inMinutes)];
        const at = sendAt === null ? null : new Date(sendAt).toISOString();
        const { changeCount } = expect;
        const answer = await product.change({ do: "schedule", companyIds, sendAt: at }, kill);
        const changed = answer === KILLED ? companyIds : answer.changed;
        const isLast = answer !== KILLED && expect.changeCount === changeCount;
        for (const id of changed) expect.reschedule(product.ids.indexOf(id), sendAt, isLast);
        return;
      }
      case "reorder":
        await product.change({ do: "reorder", companyIds: this.#toIds(act.companies) }, kill);
        return;
      case "stop":
      case "resume": {
        // There is nothing to stop where nothing was ever queued.
        if (!product.hasOutbox) return;
        const { changeCount } = expect;
        const answer = await product.change({ do: act.do }, kill);
        const isLast = answer !== KILLED && expect.changeCount === changeCount;
        expect.setStopped(isLast ? act.do === "stop" : "perhaps");
        return;
      }
      case "look":
        await product.look(kill);
        return;
      case "edit":
      case "change recipient":
        if (await product.edit(act.company, act.do)) expect.end(act.company, "message_changed", true);
        return;
      case "archive":
      case "apply": {
        const { approvalCount } = expect;
        const isArchived = act.do === "archive";
        const isTold = await (isArchived ? product.archive(act.company, kill) : product.apply(act.company, kill));
        const isCertain = isTold && !expect.isApprovedSince(act.company, approvalCount);
        return expect.end(act.company, isArchived ? "archived" : "applied", isCertain);
      }
      case "archive and restore":
        await this.#act({ do: "archive", company: act.company }, kill);
        return product.restore(act.company);
      case "restore":
        return product.restore(act.company);
      case "object":
        await product.object(act.company);
        return expect.object(act.company);
      case "block":
        await product.block(act.company);
        return expect.end(act.company, "do_not_contact", true);
      case "answer":
        if (await product.answer(act.company)) expect.answer(act.company, "answer_known");
        return;
      case "take answer back":
        await product.takeAnswerBack(act.company);
        return expect.withdrawAnswer(act.company, "answer_known");
      case "propose":
        if (await product.propose(act.company)) expect.answer(act.company, "answer_unread");
        return;
      case "dismiss":
        await product.dismiss(act.company);
        return expect.withdrawAnswer(act.company, "answer_unread");
      case "call": {
        const step = await product.call(act.company);
        if (step !== null) expect.call(act.company, step);
        return;
      }
      case "send":
        return this.#send(act.company, kill);
      case "change signature":
        await product.changeSignature();
        return expect.endAll("sender_changed", true);
      case "change cv":
        product.changeCv();
        return expect.endApplications("sender_changed");
      case "disconnect":
        // Another tab may have linked one meanwhile.
        if ((await product.disconnect(kill)) !== KILLED && !(await product.isLinked())) expect.setLinked(null);
        return;
      case "link":
        await product.link(ANA, kill);
        return expect.setLinked(ANA);
      case "link another":
        await product.link(OTHER, kill);
        return expect.setLinked(OTHER);
      case "delete account":
        this.#isDeleted = true;
        await product.deleteAccount(kill);
        return expect.setDeleted();
    }
  }

  #toIds(companies: readonly number[]): string[] {
    return companies.map((company) => this.#product.ids[company] ?? "");
  }

  #toTime(inMinutes: number | null): number | null {
    return inMinutes === null ? null : this.#product.now + inMinutes * MINUTE_MS;
  }

  /** Presses the button on mails as they are shown now. */
  async #queue(companies: readonly number[], sendAt: number | null, kill?: Kill): Promise<void> {
    const described = await Promise.all(
      companies.map(async (company) => ({ company, mail: await this.#product.describeMail(company) })),
    );
    const shown = described.flatMap(({ company, mail }) => (mail ? [{ company, ...mail }] : []));
    if (shown.length === 0) return;
    const mails = shown.map(({ company, step, version, fingerprint }) => ({
      companyId: this.#product.ids[company] ?? "",
      step,
      version,
      fingerprint,
      confirm: ["needs_review" as const],
    }));
    const { endCount } = this.#expect;
    const answer = await this.#product.queue(mails, sendAt, kill);
    for (const { company, step, content } of shown) {
      const isQueued = answer !== KILLED && answer.queued.includes(this.#product.ids[company] ?? "");
      if (isQueued || answer === KILLED)
        this.#expect.approve(company, { step, content }, { sendAt, endCount, isAnswered: isQueued });
    }
    if (answer !== KILLED) for (const { reason } of answer.failed) this.#count(`not queued: ${reason}`);
  }

  /** The old way: at once. Of a mail in the outbox nothing is sent. */
  async #send(company: number, kill?: Kill): Promise<void> {
    const before = this.#product.posts.length;
    const answer = await this.#product.send(company, kill);
    const posts = this.#product.posts.slice(before).filter((post) => post.company === company);
    if (posts.length > 0 || answer === KILLED)
      for (const reason of ["already_sent", "outcome_unknown", "in_flight"]) this.#expect.end(company, reason, false);
    const [result] = answer === KILLED ? [] : answer;
    this.#count(`sent at once: ${result ? ("no" in result ? result.no.reason : "ok") : KILLED}`);
  }
}
