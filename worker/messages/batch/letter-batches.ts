import type { Deps } from "../../compose";
import { sha256 } from "../../lib/hash";
import { log, logError } from "../../lib/log";
import { invalidateActivity, tellTabs } from "../../platform/activity-signals";
import type { LlmRefusal } from "../../platform/durable-objects";
import type { LlmBatches } from "../../platform/ports";
import { DAY_MS, toPeriod } from "../../quotas/rules-quotas";
import { refundLlmShare } from "../../quotas/store-quotas";
import type { GenerationRow } from "../generate/rules-generation";
import { enqueueItems } from "../generate/start-generation";
import { endBatchWait, failQueuedItems } from "../generate/store-generations";
import { countLetters, prepareLetters } from "./hand-over";
import {
  computePollMs,
  findUrgency,
  isForgotten,
  isUnconfirmed,
  type LetterBatch,
  mayStillAppear,
  SECONDS_KEPT,
  toBatchName,
  toFileName,
} from "./rules-batch";

const BATCH_PREFIX = "batch ";
const ANSWER_PREFIX = "batch answer ";
const toKey = (generationId: string) => `${BATCH_PREFIX}of ${generationId}`;

/** The LLM calls of the user's object. */
interface Calls {
  take(): Promise<LlmRefusal | null>;
  giveBack(takenAt: number): Promise<void>;
}

type BatchPorts = Pick<Deps, "llmBatches">;

/**
 * The batches of a user's generations, in the storage of the user's object. Each step is repeated by the next alarm;
 * what is about to be asked for is stored before. Whatever fails, the letters are written one by one in the end.
 */
export class LetterBatches {
  readonly #kv: SyncKvStorage;
  readonly #calls: Calls;

  constructor(kv: SyncKvStorage, calls: Calls) {
    this.#kv = kv;
    this.#calls = calls;
  }

  list(): LetterBatch[] {
    return [...this.#kv.list<LetterBatch>({ prefix: toKey("") })].map(([, batch]) => batch);
  }

  has(generationId: string): boolean {
    return this.#kv.get(toKey(generationId)) !== undefined;
  }

  /** After the storage was erased: what the service still has is to be deleted there. */
  restore(batches: LetterBatch[]): void {
    for (const batch of batches) this.#store(batch);
  }

  findAnswer(id: string): string | null {
    return this.#kv.get<string>(ANSWER_PREFIX + id) ?? null;
  }

  /** Once no generation is open. */
  forgetAnswers(): void {
    for (const [key] of this.#kv.list({ prefix: ANSWER_PREFIX })) this.#kv.delete(key);
  }

  /** @returns milliseconds until the next look; null when there is no batch */
  computePollMs(now: number): number | null {
    const batches = this.list();
    return batches.length > 0 ? Math.min(...batches.map((batch) => computePollMs(batch, now))) : null;
  }

  /** Has the letters of a generation answered, or looks how far they are. */
  async advance(deps: Deps, generation: GenerationRow): Promise<void> {
    const batch = this.#kv.get<LetterBatch>(toKey(generation.id));
    // The user may have shortened the wait.
    const until = Date.parse(generation.batchUntil ?? "");
    if (batch && batch.until !== until) this.#change(batch, { until });
    try {
      await (batch ? this.#collect(deps, generation, { ...batch, until }) : this.#handOver(deps, generation));
    } catch (error) {
      logError("letter_batch_delayed", error, { generationId: generation.id });
    }
  }

  /** Cancels the batches that nobody waits for, and deletes their files. */
  async discardOthers(deps: BatchPorts, waiting: string | null): Promise<void> {
    for (const batch of this.list()) {
      if (batch.generationId === waiting) continue;
      try {
        if (isForgotten(batch, Date.now())) this.#drop(batch);
        else await this.#discard(deps.llmBatches, batch);
      } catch (error) {
        logError("letter_batch_not_discarded", error, { generationId: batch.generationId });
      }
    }
  }

  async #handOver(deps: Deps, { userId, id: generationId, batchUntil }: GenerationRow): Promise<void> {
    const { llmBatches } = deps;
    const until = Date.parse(batchUntil ?? "");
    const now = Date.now();
    const batch = { generationId, begunAt: now, until, letters: 0, file: null, askedAt: null, id: null };
    this.#store(batch);
    try {
      const all = await prepareLetters(deps, userId, generationId);
      const { counted, refusal } = await countLetters(deps, userId, all.length, () => this.#calls.take());
      const [letters, refused] = [all.slice(0, counted), all.slice(counted)];
      this.#change(batch, { letters: counted });
      if (refusal) {
        const companyIds = refused.map(({ companyId }) => companyId);
        await failQueuedItems(deps.db, { userId, generationId }, companyIds, refusal, deps.now().toISOString());
        log("letter_batch_cut", { generationId, letters: counted, failure: refusal.code });
      }
      // None is left, or the user wanted them at once before the hand-over began.
      if (counted === 0 || findUrgency(batch, now) !== "none") return await this.#endWait(deps, userId, batch, counted);
      const endUser = await sha256(userId);
      this.#change(batch, { file: await llmBatches.upload(toFileName(batch), letters, endUser, SECONDS_KEPT) });
      this.#change(batch, { askedAt: Date.now() });
      const { id } = await llmBatches.create(toBatchName(batch), this.#reload(batch).file ?? "", SECONDS_KEPT);
      this.#change(batch, { id });
      log("letter_batch_made", { generationId, letters: counted });
    } catch (error) {
      const current = this.#reload(batch);
      logError("letter_batch_not_made", error, { generationId, letters: current.letters });
      // There may be one: it is looked for.
      if (current.askedAt !== null && isUnconfirmed(error)) return;
      this.#change(batch, { askedAt: null });
      await this.#endWait(deps, userId, this.#reload(batch), current.letters);
    }
  }

  async #collect(deps: Deps, { userId }: GenerationRow, batch: LetterBatch): Promise<void> {
    const { llmBatches } = deps;
    const { generationId, letters } = batch;
    const urgency = findUrgency(batch, Date.now());
    if (urgency === "give_up") return this.#endWait(deps, userId, batch, 0);
    // Interrupted before the service was asked.
    if (batch.id === null && batch.askedAt === null) return this.#endWait(deps, userId, batch, letters);
    const id = batch.id ?? (await this.#findUnconfirmed(llmBatches, batch));
    if (id === null) return this.has(generationId) ? undefined : this.#endWait(deps, userId, batch, letters);
    const state = await llmBatches.read(id);
    if (state && !state.isOver) {
      if (urgency === "cancel" && !state.isCancelling) await llmBatches.cancel(id);
      return;
    }
    const answers = state?.answers ? await llmBatches.readAnswers(state.answers, "letter") : new Map<string, string>();
    for (const [name, answer] of answers) this.#kv.put(ANSWER_PREFIX + name, answer);
    const fields = { generationId, status: state?.status ?? "unknown", letters, answers: answers.size };
    if (answers.size > 0 || state?.status === "cancelled") log("letter_batch_ended", fields);
    else logError("letter_batch_ended", new Error("a batch has answered nothing"), fields);
    await this.#endWait(deps, userId, batch, letters - answers.size);
  }

  /**
   * Has the letters of a generation written now, with the answers that there are; then nobody waits for its batch.
   * @param unanswered calls that were counted and not made
   */
  async #endWait(deps: Deps, userId: string, batch: LetterBatch, unanswered: number): Promise<void> {
    const items = await endBatchWait(deps.db, userId, batch.generationId, deps.now().toISOString());
    await enqueueItems(deps, items);
    await invalidateActivity(deps, userId);
    await tellTabs(deps, userId, { changed: true });
    await this.#giveBack(deps, userId, batch, unanswered);
    await this.discardOthers(deps, null);
  }

  /**
   * Looks for a batch whose making was not confirmed. No other one is made: once it is late its file is deleted,
   * without which it cannot begin, and it is forgotten.
   * @returns its id
   */
  async #findUnconfirmed(llmBatches: LlmBatches, batch: LetterBatch): Promise<string | null> {
    const name = toBatchName(batch);
    let found = await llmBatches.find(name);
    if (!found && !mayStillAppear(batch, Date.now())) {
      await this.#deleteUpload(llmBatches, batch);
      found = await llmBatches.find(name);
      if (!found) this.#drop(batch);
    }
    if (found) this.#change(batch, { id: found.id });
    return found?.id ?? null;
  }

  async #discard(llmBatches: LlmBatches, batch: LetterBatch): Promise<void> {
    const id = batch.id ?? (batch.askedAt === null ? null : await this.#findUnconfirmed(llmBatches, batch));
    if (id === null && batch.askedAt !== null) return;
    const state = id === null ? null : await llmBatches.read(id);
    if (state && !state.isOver) {
      if (!state.isCancelling) await llmBatches.cancel(state.id);
      return;
    }
    for (const file of state?.files ?? []) await llmBatches.deleteFile(file);
    await this.#deleteUpload(llmBatches, batch);
    this.#drop(batch);
  }

  async #deleteUpload(llmBatches: LlmBatches, batch: LetterBatch): Promise<void> {
    if (batch.file !== null) await llmBatches.deleteFile(batch.file);
    // The answer of the upload may have been lost.
    else if (batch.letters > 0) await llmBatches.deleteUploads(toFileName(batch));
  }

  /** Gives back calls that got no answer, on the day on which they were counted. */
  async #giveBack(deps: Deps, userId: string, { begunAt }: LetterBatch, calls: number): Promise<void> {
    const now = deps.now();
    if (calls <= 0 || toPeriod(new Date(begunAt), DAY_MS).began !== toPeriod(now, DAY_MS).began) return;
    for (let given = 0; given < calls; given += 1) await this.#calls.giveBack(begunAt);
    await refundLlmShare(deps.db, userId, now, calls);
  }

  #store(batch: LetterBatch): void {
    this.#kv.put(toKey(batch.generationId), batch);
  }

  #reload(batch: LetterBatch): LetterBatch {
    return this.#kv.get<LetterBatch>(toKey(batch.generationId)) ?? batch;
  }

  #change(batch: LetterBatch, changes: Partial<LetterBatch>): void {
    this.#store({ ...this.#reload(batch), ...changes });
  }

  #drop({ generationId }: LetterBatch): void {
    this.#kv.delete(toKey(generationId));
  }
}
