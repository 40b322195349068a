import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { advanceGeneration, applyLiveMessage } from "../../../web/lib/apply-live-message";
import { endpointQuery } from "../../../web/lib/query-client";
import { getActivity } from "../../../worker/contract/activity";
import type { LetterProgress } from "../../../worker/contract/live";
import { type Generation, type GenerationItemState, getCurrentGeneration } from "../../../worker/contract/messages";
import { getOutbox } from "../../../worker/contract/outbox";
import { getSearchStatus, type Search } from "../../../worker/contract/search";

const makeItem = (id: string, state: GenerationItemState) => ({
  company_id: id,
  state,
  message_version: 1,
  error_code: null,
  fields: null,
});
const makeGeneration = (...states: GenerationItemState[]): Generation => ({
  id: "g",
  status: "running",
  total: states.length,
  done: 0,
  failed: 0,
  cancelled: 0,
  created_at: "2026-11-02T09:00:00.000Z",
  finished_at: null,
  waits_until: null,
  can_hurry: false,
  items: states.map((state, at) => makeItem(`c${at}`, state)),
});
const progress = (id: string, state: GenerationItemState, generationId = "g"): LetterProgress => ({
  generation_id: generationId,
  item: makeItem(id, state),
});

describe("the progress of a letter", () => {
  it("counts what is done and failed", () => {
    const running = advanceGeneration(makeGeneration("queued", "queued", "queued"), progress("c0", "running"));
    expect(running).toMatchObject({ done: 0, items: [{ state: "running" }, { state: "queued" }, { state: "queued" }] });
    const done = running && advanceGeneration(running, progress("c0", "done"));
    expect(done && advanceGeneration(done, progress("c1", "failed"))).toMatchObject({ done: 1, failed: 1 });
  });

  it("never takes back what has ended, whichever message comes last", () => {
    const generation = makeGeneration("done", "queued");
    expect(advanceGeneration(generation, progress("c0", "running"))).toBe(generation);
  });

  it("has the generation read again when it is another one, at its end, or unknown", () => {
    expect(advanceGeneration(makeGeneration("queued"), progress("c0", "done"))).toBeNull();
    expect(advanceGeneration(makeGeneration("queued", "queued"), progress("c0", "done", "other"))).toBeNull();
    expect(advanceGeneration(makeGeneration("queued"), progress("c9", "done"))).toBeNull();
    const ended = { ...makeGeneration("queued"), status: "completed" as const };
    expect(advanceGeneration(ended, progress("c0", "done"))).toBeNull();
  });
});

describe("a message of the socket", () => {
  const NO_ACTIVITY = { search: null, generation_id: null, outbox: null };
  const open = () => {
    const client = new QueryClient();
    const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    return { client, isStale };
  };
  const fail = () => {
    throw new Error("nothing else has changed");
  };

  it("is what the sidebar shows, and has the outbox read again when it leaves at another time", () => {
    const { client, isStale } = open();
    const outboxKey = endpointQuery(getOutbox).queryKey;
    client.setQueryData(outboxKey, { outbox: { mails: [] } } as never);
    const outbox = { waiting: 1, leaves_at: "2026-11-02T10:00:00.000Z", stopped: false };
    client.setQueryData(endpointQuery(getActivity).queryKey, { activity: { ...NO_ACTIVITY, outbox } });
    applyLiveMessage(client, { activity: { ...NO_ACTIVITY, outbox } }, fail);
    expect(isStale(outboxKey)).toBe(false);
    const later = { ...NO_ACTIVITY, outbox: { ...outbox, leaves_at: "2026-11-02T10:02:00.000Z" } };
    applyLiveMessage(client, { activity: later }, fail);
    expect(client.getQueryData(endpointQuery(getActivity).queryKey)).toEqual({ activity: later });
    expect(isStale(outboxKey)).toBe(true);
  });

  it("shows a search where it is on screen, and keeps none that is not", () => {
    const { client } = open();
    const search = { id: "s", status: "running" } as Search;
    const { queryKey } = endpointQuery(getSearchStatus, { params: { id: "s" } });
    applyLiveMessage(client, { search }, fail);
    expect(client.getQueryData(queryKey)).toBeUndefined();
    client.setQueryData(queryKey, { search });
    applyLiveMessage(client, { search: { ...search, status: "completed" } }, fail);
    expect(client.getQueryData(queryKey)).toMatchObject({ search: { status: "completed" } });
  });

  it("reads the generation again for a letter of one that it does not know", () => {
    const { client, isStale } = open();
    const { queryKey } = endpointQuery(getCurrentGeneration);
    client.setQueryData(queryKey, { generation: null });
    applyLiveMessage(client, { letter: progress("c0", "running") }, fail);
    expect(isStale(queryKey)).toBe(true);
  });

  it("has the list read again when a generation ends that this tab has not seen run", () => {
    const { client } = open();
    client.setQueryData(endpointQuery(getCurrentGeneration).queryKey, { generation: null });
    let times = 0;
    applyLiveMessage(client, { letter: progress("c0", "done") }, () => (times += 1));
    expect(times).toBe(1);
  });

  it("passes on that something else has changed", () => {
    let times = 0;
    applyLiveMessage(open().client, { changed: true }, () => (times += 1));
    expect(times).toBe(1);
  });
});
