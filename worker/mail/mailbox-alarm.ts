/** What a Durable Object's storage has of an alarm; the key-value store is written together with it. */
export interface AlarmStorage {
  kv: Pick<SyncKvStorage, "get" | "put" | "delete">;
  setAlarm(time: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

const GUARD_KEY = "guardAt";
const OUTBOX_KEY = "outboxAt";

/**
 * The one alarm of a mailbox, for two purposes: a guard, which looks after sends that a crash has interrupted, and the
 * next mail of the outbox. It rings at the earlier one, and never without a purpose. Times in milliseconds.
 */
export class MailboxAlarm {
  readonly #storage: AlarmStorage;

  constructor(storage: AlarmStorage) {
    this.#storage = storage;
  }

  /** @param time null: no send is under way */
  setGuard(time: number | null): Promise<void> {
    return this.#set(GUARD_KEY, time);
  }

  /** @param time null: no mail of the outbox can leave */
  setOutbox(time: number | null): Promise<void> {
    return this.#set(OUTBOX_KEY, time);
  }

  #set(key: string, time: number | null): Promise<void> {
    const { kv } = this.#storage;
    if (time === null) kv.delete(key);
    else kv.put(key, time);
    const times = [kv.get<number>(GUARD_KEY), kv.get<number>(OUTBOX_KEY)].filter((value) => value !== undefined);
    return times.length > 0 ? this.#storage.setAlarm(Math.min(...times)) : this.#storage.deleteAlarm();
  }
}
