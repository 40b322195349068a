import type { Fact } from "../../contract/account";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { toFoldedWords } from "../../lib/word-index";
import { ApiError } from "../../platform/api-error";
import { toCandidateCv } from "../cv-context";
import { candidateQuery, requireCandidate } from "../store-candidate";
import { type CvFact, makeCorrectionId, splitCvFacts } from "./cv-facts";
import {
  type ConfirmedFact,
  confirmedFactsQuery,
  deleteConfirmedFactQuery,
  insertConfirmedFactQuery,
  isConfirmedSql,
  updateConfirmedFactQueries,
} from "./store-confirmed-facts";
import { removeCvFactQueries } from "./store-cv-facts";

/** Queries for what is known of a user, with each of their profiles; `chooseProfile` picks one. */
export const factsQueries = (db: UserDatabase, userId: string) =>
  [candidateQuery(db, userId), confirmedFactsQuery(db, userId)] as const;
export type FactsRows = BatchResponse<ReturnType<typeof factsQueries>>;

/** The same with only the profile that a call names. @throws ApiError `not_found` */
export function chooseProfile([candidates, confirmed]: FactsRows, profileId: string | undefined): FactsRows {
  const candidate = requireCandidate(candidates, profileId);
  return [candidate ? [candidate] : [], confirmed];
}

/** What the user writes; what is left out stays as it is. */
interface FactChange {
  text: string;
  kind?: Fact["kind"] | undefined;
  details?: string[] | undefined;
}

/** Words of a text, for comparing; a text without words is compared as it is. */
const toFoldedText = (text: string): string => toFoldedWords(text).join(" ") || text;

/**
 * Adds a fact the user states, unless it is known already.
 * @throws ApiError `facts_full`
 */
export async function addFact(
  db: UserDatabase,
  userId: string,
  { text, kind = "other", details = [] }: FactChange,
  at: string,
): Promise<FactsRows> {
  const fact = { userId, id: crypto.randomUUID(), kind, text, details, foldedText: toFoldedText(text), createdAt: at };
  const [, ...rows] = await db.batch([insertConfirmedFactQuery(db, fact), ...factsQueries(db, userId)]);
  return requireFact(rows, fact.foldedText);
}

/**
 * Changes a fact. One of the CV becomes a fact that the user states, in its place.
 * @throws ApiError `not_found`, `facts_full`
 */
export async function changeFact(
  db: UserDatabase,
  userId: string,
  id: string,
  change: FactChange,
  at: string,
  known: FactsRows,
): Promise<FactsRows> {
  const { stated, ofCv } = findFact(known, id);
  const foldedText = toFoldedText(change.text);
  if (stated) {
    const { kind = stated.kind, details = stated.details, text } = change;
    const fact = { userId, id, kind, text, details, foldedText };
    const [, , ...rows] = await db.batch([...updateConfirmedFactQueries(db, fact), ...factsQueries(db, userId)]);
    // Deleted in another tab since it was read.
    if (!rows[1].some((row) => row.id === id)) throw new ApiError("not_found");
    return rows;
  }
  if (!ofCv) throw new ApiError("not_found");
  const { kind = ofCv.fact.kind, details = ofCv.fact.details, text } = change;
  const fact = { userId, id: makeCorrectionId(id), kind, text, details, foldedText, createdAt: at };
  const [, , , ...rows] = await db.batch([
    insertConfirmedFactQuery(db, fact),
    ...removeCvFactQueries(db, userId, { path: ofCv.path, id }, isConfirmedSql(userId, foldedText)),
    ...factsQueries(db, userId),
  ]);
  return requireFact(rows, foldedText);
}

/**
 * Removes a fact. One of the CV supports nothing any more, until another CV is uploaded.
 * @throws ApiError `not_found`
 */
export async function removeFact(db: UserDatabase, userId: string, id: string, known: FactsRows): Promise<FactsRows> {
  const { stated, ofCv } = findFact(known, id);
  if (!stated && !ofCv) throw new ApiError("not_found");
  if (!ofCv) {
    const [, ...rows] = await db.batch([deleteConfirmedFactQuery(db, userId, id), ...factsQueries(db, userId)]);
    return rows;
  }
  const [, , ...rows] = await db.batch([
    ...removeCvFactQueries(db, userId, { path: ofCv.path, id }),
    ...factsQueries(db, userId),
  ]);
  return rows;
}

function findFact(
  [[candidate], confirmed]: FactsRows,
  id: string,
): { stated: ConfirmedFact | undefined; ofCv: { fact: CvFact; path: string } | undefined } {
  const cv = toCandidateCv(candidate);
  const fact = splitCvFacts(cv?.storedFacts ?? null).kept.find((each) => each.id === id);
  return { stated: confirmed.find((each) => each.id === id), ofCv: cv && fact ? { fact, path: cv.path } : undefined };
}

/** @throws ApiError `facts_full` when the fact was not stored */
function requireFact(rows: FactsRows, foldedText: string): FactsRows {
  if (!rows[1].some((row) => row.foldedText === foldedText)) throw new ApiError("facts_full");
  return rows;
}
