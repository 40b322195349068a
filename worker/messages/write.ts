import { type CompanyRow, split } from "../companies/rules";
import type { MessageLanguage } from "../contract/fields";
import { RHYTHM } from "../contract/limits";
import type { Deps } from "../deps";
import { OutsideError, type Prompt, type Writer } from "../ports";
import { Refusal } from "../refusal";
import { categoryName } from "../search/categories/names";
import { readCv } from "./cv";
import { type Brief, type Letter, letterPrompt } from "./prompt";
import { refusalOfSaving, refusalOfWriting, tidyLetter } from "./rules";
import { type Candidate, claimCompany, holdsClaim, releaseClaim, saveMessage } from "./store";
import { beat, type Run } from "./store-generations";
import { watchWanted } from "./watch";

type Ports = Pick<Deps, "db" | "now" | "writer">;

/** Writing ends before its claim goes stale and somebody else may take over. Milliseconds. */
const LONGEST = RHYTHM.staleGeneration - 10_000;

/**
 * Writes the message of one company and saves it: claim, brief, writer, save by compare-and-set. Nothing is saved when the
 * signal fires, when it was cancelled, when the user has edited the message meanwhile, or when the mail is on its way. The claim
 * is always let go.
 * @param run the turn of a generation this is; null when the user asked for this one company
 * @throws Refusal not_found, already_sent, in_flight, generating, message_changed, no_template, generation_cancelled, writer_failed
 * @throws OutsideError when the writer fails
 */
export async function writeMessage(deps: Ports, target: { userId: string; companyId: string }, run: Run | null, signal?: AbortSignal): Promise<{ company: CompanyRow; cvUsed: boolean }> {
  const now = deps.now();
  const claim = { userId: target.userId, companyId: target.companyId, claimedAt: now.toISOString() };
  const stale = new Date(now.getTime() - RHYTHM.staleGeneration).toISOString();
  const { claimed, before, candidate } = await claimCompany(deps.db, claim, stale, run?.messageVersion);
  if (!claimed || !before || !candidate) throw refusalOfWriting(before, now) ?? new Refusal(candidate ? "message_changed" : "not_found");

  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), LONGEST);
  const watch = watchWanted(() => (run ? beat(deps.db, run, deps.now().toISOString()) : holdsClaim(deps.db, claim)));
  const given = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  try {
    const { letter, cvUsed } = await compose(deps, before, candidate, AbortSignal.any([given, clock.signal]));
    if (given.aborted) throw new Refusal("generation_cancelled");
    const at = deps.now();
    const version = before.messageVersion;
    const { saved, now: current } = await saveMessage(deps.db, claim, { subject: letter.subject, message: letter.body, version }, run, at.toISOString());
    if (!saved) throw refusalOfSaving(current, { claimedAt: claim.claimedAt, version }, at);
    return { company: saved, cvUsed };
  } catch (error) {
    await releaseClaim(deps.db, claim);
    if (given.aborted) throw new Refusal("generation_cancelled");
    throw clock.signal.aborted ? new OutsideError("writer", "timeout", "The message took too long") : error;
  } finally {
    clearTimeout(timer);
    watch.stop();
  }
}

async function compose(deps: Ports, company: CompanyRow, candidate: Candidate, signal: AbortSignal): Promise<{ letter: Letter; cvUsed: boolean }> {
  if (candidate.template.trim() === "") throw new Refusal("no_template");
  const cv = await readCv(deps, company.userId, candidate, signal);
  const brief = briefOf(company, candidate, cv);
  const sources = [brief.template, cv ?? "", brief.company.about, brief.company.name];
  return { letter: await answerOf(deps.writer, letterPrompt(brief), (letter) => tidyLetter(letter, sources), signal), cvUsed: cv !== null };
}

/**
 * The writer's answer, made fit to save. A bad one is asked for once more.
 * @throws Refusal writer_failed when the second is no better
 */
export async function answerOf<A, T>(writer: Writer, prompt: Prompt<A>, tidy: (answer: A) => T | null, signal: AbortSignal): Promise<T> {
  const ask = async () => {
    try {
      return tidy(await writer.answer(prompt, signal));
    } catch (error) {
      if (error instanceof OutsideError && error.failure === "bad_answer") return null;
      throw error;
    }
  };
  const answer = await ask() ?? await ask();
  if (answer === null) throw new Refusal("writer_failed");
  return answer;
}

function briefOf(company: CompanyRow, candidate: Candidate, cv: string | null): Brief {
  const { name, website, city, about, language, businessType } = company;
  return {
    language, cv, template: candidate.template,
    candidate: { name: candidate.name, cvAttached: candidate.attachCv && candidate.cvPath !== null },
    company: { name, website, city, about, sector: sectorOf(businessType, language) },
  };
}

const sectorOf = (businessType: string, language: MessageLanguage) => split(businessType).map((each) => categoryName(each, language)).join(", ");
