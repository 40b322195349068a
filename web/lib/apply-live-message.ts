import type { QueryClient } from "@tanstack/react-query";
import { getActivity } from "../../worker/contract/activity";
import { INTERVALS_MS } from "../../worker/contract/limits";
import type { LetterProgress, LiveMessage } from "../../worker/contract/live";
import { type Generation, getCurrentGeneration } from "../../worker/contract/messages";
import { getOutbox } from "../../worker/contract/outbox";
import { getSearchStatus, listFoundCompanies, type Search } from "../../worker/contract/search";
import { endpointQuery, toQueryKey } from "./query-client";

/** Puts what a message tells into the cache, or has it read again. @param onChange something else has changed */
export function applyLiveMessage(
  client: QueryClient,
  { activity, search, letter, changed }: LiveMessage,
  onChange: () => void,
): void {
  if (activity) {
    const before = setAnswer(client, endpointQuery(getActivity).queryKey, { activity })?.activity;
    // Another number of mails is seen by the sidebar.
    if (before?.outbox?.waiting === activity.outbox?.waiting && isOther(before?.outbox, activity.outbox))
      void client.invalidateQueries({ queryKey: toQueryKey(getOutbox) });
  }
  if (search) applySearch(client, search);
  if (letter) applyLetter(client, letter, onChange);
  if (changed) onChange();
}

const isOther = (before: unknown, now: unknown): boolean => JSON.stringify(before) !== JSON.stringify(now);

/** @returns the answer before */
function setAnswer<T>(client: QueryClient, queryKey: readonly unknown[], answer: T): T | undefined {
  const before = client.getQueryData<T>(queryKey);
  // An answer that is under way may be older.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
  return before;
}

function applySearch(client: QueryClient, search: Search): void {
  const { queryKey } = endpointQuery(getSearchStatus, { params: { id: search.id } });
  const before = client.getQueryData(queryKey);
  // Only where it is shown.
  if (!before || !isOther(before.search, search)) return;
  setAnswer(client, queryKey, { search });
  void client.invalidateQueries({
    queryKey: toQueryKey(listFoundCompanies),
    // At most as often as without a socket.
    predicate: ({ state }) => Date.now() - state.dataUpdatedAt >= INTERVALS_MS.searchPoll,
  });
}

function applyLetter(client: QueryClient, letter: LetterProgress, onChange: () => void): void {
  const { queryKey } = endpointQuery(getCurrentGeneration);
  const generation = client.getQueryData(queryKey)?.generation;
  const advanced = generation && advanceGeneration(generation, letter);
  if (advanced) {
    setAnswer(client, queryKey, { generation: advanced });
    return;
  }
  void client.invalidateQueries({ queryKey });
  // The last letter, or one of a generation that this tab has not seen run: what was written is read again.
  if (isFinal(letter.item)) onChange();
}

const isFinal = ({ state }: LetterProgress["item"]): boolean => state !== "queued" && state !== "running";

/**
 * A generation with the progress of one letter; null when it has to be read again: another one, or at its end. What has
 * ended stays so, whichever message comes last.
 */
export function advanceGeneration(
  generation: Generation,
  { generation_id: id, item }: LetterProgress,
): Generation | null {
  const before = generation.items.find(({ company_id }) => company_id === item.company_id);
  if (generation.id !== id || generation.status !== "running" || !before) return null;
  if (isFinal(before)) return generation;
  const items = generation.items.map((each) => (each === before ? item : each));
  if (items.every(isFinal)) return null;
  const count = (state: LetterProgress["item"]["state"]) => items.filter((each) => each.state === state).length;
  // What is being written waits no more.
  const waits = item.state === "queued" ? {} : { waits_until: null, can_hurry: false };
  return {
    ...generation,
    ...waits,
    items,
    done: count("done"),
    failed: count("failed"),
    cancelled: count("cancelled"),
  };
}
