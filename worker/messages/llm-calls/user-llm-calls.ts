import type { HeldLease, LlmBudgetRpc, LlmLease, LlmRefusal } from "../../platform/durable-objects";
import { DAY_MS, toPeriod } from "../../quotas/rules-quotas";

/** A lease in the object's storage. It ends at 0 once the budget has ended it. */
type StoredLease = LlmLease & HeldLease;

const STORAGE_KEY = "llm lease";

const toDay = (time: number): string => toPeriod(new Date(time), DAY_MS).began;
const toHeld = ({ id, left }: StoredLease): HeldLease => ({ id, left });

/**
 * The LLM calls that a user's object has on lease. Each is stored as taken before it is handed out, so that none is
 * handed out twice; one whose caller dies is lost.
 */
export class UserLlmCalls {
  readonly #kv: SyncKvStorage;
  readonly #holder: string;
  readonly #budget: () => Pick<DurableObjectStub<LlmBudgetRpc>, "lease" | "forget">;
  #question: Promise<LlmRefusal | null> | null = null;

  /** @param holder id of the object */
  constructor(
    kv: SyncKvStorage,
    holder: string,
    budget: () => Pick<DurableObjectStub<LlmBudgetRpc>, "lease" | "forget">,
  ) {
    this.#kv = kv;
    this.#holder = holder;
    this.#budget = budget;
  }

  /** Takes a call. @returns why there is none */
  async take(): Promise<LlmRefusal | null> {
    while (this.#question) await this.#question;
    const lease = this.#load();
    if (lease && lease.left > 0 && Date.now() < lease.endsAt) {
      this.#kv.put(STORAGE_KEY, { ...lease, left: lease.left - 1 });
      return null;
    }
    this.#question = this.#ask(lease);
    try {
      return await this.#question;
    } finally {
      this.#question = null;
    }
  }

  /**
   * Gives back a call that was not made, to the lease that there is now if that is of the same day.
   * @param takenAt milliseconds
   */
  async giveBack(takenAt: number): Promise<void> {
    while (this.#question) await this.#question;
    const lease = this.#load();
    const isOfSameDay = lease && toDay(takenAt) === toDay(lease.endsAt - 1);
    if (isOfSameDay) this.#kv.put(STORAGE_KEY, { ...lease, left: lease.left + 1 });
  }

  /** Ends a lease. @returns its unused calls; null when it was never heard of, so that none was used */
  end(id: number): number | null {
    const lease = this.#load();
    if (lease?.id !== id) return null;
    this.#kv.put(STORAGE_KEY, { ...lease, endsAt: 0 });
    return lease.left;
  }

  /** Before the storage is erased: what was used stays counted. */
  async forget(): Promise<void> {
    const lease = this.#load();
    if (lease) await this.#budget().forget(this.#holder, toHeld(lease));
  }

  /** Exchanges the lease for a new one and takes the first call of that. */
  async #ask(lease: StoredLease | undefined): Promise<LlmRefusal | null> {
    const answer = await this.#budget().lease(this.#holder, lease ? toHeld(lease) : null);
    if (typeof answer === "string") return answer;
    this.#kv.put<StoredLease>(STORAGE_KEY, { ...answer, left: answer.calls - 1 });
    return null;
  }

  #load(): StoredLease | undefined {
    return this.#kv.get<StoredLease>(STORAGE_KEY);
  }
}
