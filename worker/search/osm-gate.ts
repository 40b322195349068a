import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env";
import { depsOf } from "../deps";
import type { Gate } from "../objects";
import { type Area, type CompanyDirectory, type DirectoryCompany, type GateAnswer, OutsideError } from "../ports";

type DirectoryQuery = Parameters<CompanyDirectory["find"]>[0];

/** Answers are kept for 7 days. Milliseconds. */
const KEPT = 7 * 86_400_000;
/** A row of an object's SQLite holds 2 MB. */
const LARGEST = 1_800_000;

/**
 * The one place of the whole product that asks OpenStreetMap's servers: one request at a time, a pause after each, silence as long as
 * they ask for it, and no question twice within a week.
 */
export class OsmGate extends DurableObject<Env> implements Gate {
  #line: Promise<unknown> = Promise.resolve();
  #silentUntil: Record<string, number> = {};

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    context.storage.sql.exec("CREATE TABLE IF NOT EXISTS answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL, until INTEGER NOT NULL)");
  }

  locate(city: string): Promise<GateAnswer<Area | null>> {
    return this.#ask("nominatim", city.trim().toLowerCase(), () => depsOf(this.env).osm.geocoder.locate(city));
  }

  find(query: DirectoryQuery): Promise<GateAnswer<DirectoryCompany[]>> {
    const { area, filters, names } = query;
    return this.#ask("overpass", JSON.stringify([area.osm, filters, names]), () => depsOf(this.env).osm.directory.find(query));
  }

  async #ask<T>(service: "overpass" | "nominatim", asked: string, work: () => Promise<T>): Promise<GateAnswer<T>> {
    const question = `${service} ${asked}`;
    const known = this.#recall(question);
    if (known) return known as GateAnswer<T>;
    // Somebody before us in the line may have asked the same.
    const turn = this.#line.then(async () => this.#recall(question) as GateAnswer<T> | undefined ?? await this.#request(service, question, work));
    // The next one starts after a pause, however this one ended; whoever asked learns of a failure from the turn itself.
    const pause = () => scheduler.wait(depsOf(this.env).config.osmDelayMs);
    this.#line = turn.then(pause, pause);
    return turn;
  }

  async #request<T>(service: "overpass" | "nominatim", question: string, work: () => Promise<T>): Promise<GateAnswer<T>> {
    const silent = (this.#silentUntil[service] ?? 0) - Date.now();
    if (silent > 0) return failure(new OutsideError(service, "rate_limited", "told to wait", { retryAfterSeconds: Math.ceil(silent / 1000) }));
    try {
      const value = await work();
      this.#keep(question, value);
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      if (error.failure === "rate_limited") this.#silentUntil[service] = Date.now() + (error.details.retryAfterSeconds ?? 30) * 1000;
      return failure(error);
    }
  }

  #recall(question: string): GateAnswer<unknown> | undefined {
    const [row] = this.ctx.storage.sql.exec<{ answer: string }>("SELECT answer FROM answers WHERE question = ? AND until > ?", question, Date.now()).toArray();
    return row && { ok: true, value: JSON.parse(row.answer) };
  }

  #keep(question: string, value: unknown): void {
    const answer = JSON.stringify(value);
    this.ctx.storage.sql.exec("DELETE FROM answers WHERE until <= ?", Date.now());
    if (answer.length < LARGEST) this.ctx.storage.sql.exec("INSERT OR REPLACE INTO answers (question, answer, until) VALUES (?, ?, ?)", question, answer, Date.now() + KEPT);
  }
}

const failure = ({ service, failure: kind, message, details }: OutsideError) => ({ ok: false as const, error: { service, failure: kind, message, details } });
