import { describe, expect, it } from "vitest";
import { FollowUpQueue, type QueueState } from "../../../web/features/messages/model/follow-up-queue";
import { ApiError } from "../../../web/lib/api-error";
import { makeFollowUp } from "../support/follow-up";

const REFUSED = new ApiError(422, "message_refused", "");
const OVER_QUOTA = new ApiError(429, "generation_limit", "");

/** A queue whose writer waits until it is told how each ends. */
function startQueue() {
  const begun: string[] = [];
  let finish: (error?: Error) => void = () => undefined;
  let state: QueueState | undefined;
  const queue = new FollowUpQueue(
    ({ company_id: id }, signal) => {
      begun.push(id);
      return new Promise((resolve, reject) => {
        finish = (error) => (error ? reject(error) : resolve());
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
    (now) => void (state = now),
  );
  return {
    queue,
    begun,
    add: (...ids: string[]) => void queue.add(ids.map((id) => makeFollowUp(id))),
    /** Ends the one that is being written. */
    async finish(error?: Error) {
      finish(error);
      await new Promise((resolve) => setTimeout(resolve));
    },
    listStates: () => Object.fromEntries(state?.states ?? []),
    listFailures: () => Object.fromEntries(state?.failures ?? []),
  };
}

describe("follow-ups that are written in a row", () => {
  it("are begun one after the other, each once", async () => {
    const { add, begun, finish, listStates } = startQueue();
    add("a", "b");
    add("b", "c");
    expect(begun).toEqual(["a"]);
    expect(listStates()).toEqual({ a: "writing", b: "waiting", c: "waiting" });
    await finish();
    await finish();
    expect(begun).toEqual(["a", "b", "c"]);
    await finish();
    expect(listStates()).toEqual({});
  });

  it("go on after one that was refused, and try it again when asked", async () => {
    const { add, begun, finish, listFailures } = startQueue();
    add("a", "b");
    await finish(REFUSED);
    expect(begun).toEqual(["a", "b"]);
    expect(listFailures()).toEqual({ a: REFUSED });
    add("a");
    expect(listFailures()).toEqual({});
  });

  it("end at a failure that the next ones would meet too", async () => {
    const { add, begun, finish, listStates, listFailures } = startQueue();
    add("a", "b", "c");
    await finish(OVER_QUOTA);
    expect(begun).toEqual(["a"]);
    expect(listStates()).toEqual({});
    expect(listFailures()).toEqual({ a: OVER_QUOTA });
  });

  it("can be stopped: the one that is written, one that waits, and all", async () => {
    const { queue, add, begun, finish, listStates, listFailures } = startQueue();
    add("a", "b", "c", "d");
    queue.stop("b");
    expect(listStates()).toEqual({ a: "writing", c: "waiting", d: "waiting" });
    queue.stop("a");
    await finish();
    expect(begun).toEqual(["a", "c"]);
    queue.end();
    await finish();
    expect(begun).toEqual(["a", "c"]);
    expect(listStates()).toEqual({});
    expect(listFailures()).toEqual({});
  });
});
