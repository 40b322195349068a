/*
 * Moving a user from one shard to another: which step comes next, read off the directory and off what each shard says
 * of the move. A move that was killed is gone on with by the same rules.
 */

/** What a shard says of a user's move, as in `account_moves`. */
export type MoveState = "leaving" | "frozen" | "left" | "gone" | "arriving" | "arrived";

export interface Fence {
  state: MoveState;
  /** ISO 8601. */
  changedAt: string;
}

/** All that is known of where a user is. */
export interface Whereabouts {
  /** The entry in the directory. */
  shard: number;
  state: "open" | "moving";
  /** By shard, where there is one. */
  fences: ReadonlyMap<number, Fence>;
}

export type MoveStep =
  /** The directory says that the user is being moved: queues, alarms and sign-ins wait. */
  | { do: "announce"; from: number }
  /** The shard finds no session of theirs any more: calls wait. */
  | { do: "close"; from: number }
  /** Nothing is written there any more, once no mail and no letter is under way. */
  | { do: "freeze"; from: number }
  /** The other shard drops what is left of an earlier stay, and takes inserts only. */
  | { do: "prepare" }
  /** Copies and compares all rows; then the directory names the other shard. */
  | { do: "copy"; from: number }
  /** The shard that has the rows takes all writes. */
  | { do: "admit" }
  /** The directory says so: calls, queues and alarms go on. */
  | { do: "open" }
  /** The rows in the old shard may go, once nobody reads them any more. */
  | { do: "release"; from: number; frozenAt: string }
  | { do: "delete"; from: number }
  /** The user stays: what was copied is dropped. */
  | { do: "discard"; from: number }
  | { do: "nothing" };

/** What no move leaves behind: a database was restored meanwhile, or another move is under way. */
export class MoveRefusal extends Error {}

/** @throws MoveRefusal */
export function decideNextStep({ shard, state, fences }: Whereabouts, to: number): MoveStep {
  const found = fences.get(shard)?.state;
  const own = found === "arrived" ? undefined : found;
  const find = (...states: MoveState[]) =>
    [...fences].find(([number, fence]) => number !== shard && states.includes(fence.state));
  if (own === "left" || own === "gone")
    throw new MoveRefusal("the directory names a shard that the rows have left: was a database restored?");
  // The directory names the new shard already.
  if (own === "arriving") return { do: "admit" };
  if (own === undefined && state === "moving" && find("frozen")) return { do: "open" };
  if (own === undefined && state === "open") {
    const [frozen, left] = [find("frozen"), find("left")];
    if (frozen) return { do: "release", from: frozen[0], frozenAt: frozen[1].changedAt };
    if (left) return { do: "delete", from: left[0] };
    return shard === to ? { do: "nothing" } : { do: "announce", from: shard };
  }
  if (shard === to) {
    const [arriving, left] = [find("arriving"), find("left")];
    if (arriving) return { do: "discard", from: arriving[0] };
    if (left) return { do: "delete", from: left[0] };
    return own === undefined ? { do: "open" } : { do: "admit" };
  }
  const elsewhere = [...fences].find(
    ([number, fence]) => number !== shard && number !== to && (fence.state === "arriving" || fence.state === "left"),
  );
  if (elsewhere) throw new MoveRefusal("the move to another shard is under way: finish that one first");
  if (state === "open") return { do: "announce", from: shard };
  if (own === undefined) return { do: "close", from: shard };
  if (own === "leaving") return { do: "freeze", from: shard };
  return fences.get(to)?.state === "arriving" ? { do: "copy", from: shard } : { do: "prepare" };
}
