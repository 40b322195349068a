import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";
import type { Choices } from "./found-view";

/** What the user ticked and unticked in the results of a search, kept by the tab until they are added or discarded. */
export function createStoredChoices(searchId: string) {
  const stored = createStoredValue<[string, boolean][]>(
    "session",
    `foundChoices.${searchId}`,
    z.array(z.tuple([z.string(), z.boolean()])),
    [],
  );
  return {
    read: (): Choices => new Map(stored.read()),
    write: (choices: Choices): void => stored.write([...choices]),
    clear: stored.clear,
  };
}
