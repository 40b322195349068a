import { afterEach, expect, it, vi } from "vitest";
import { callApi, setChangeHandler } from "../../../web/lib/api-client";
import { checkMessage, cancelGeneration } from "../../../worker/contract/messages";

afterEach(() => {
  setChangeHandler(() => undefined);
  vi.unstubAllGlobals();
});

it("tells other tabs of a change, and of no question: two tabs would ask for ever", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}));
  let changes = 0;
  setChangeHandler(() => (changes += 1));
  const answered = async (call: Promise<unknown>) => call.catch(() => undefined);
  await answered(callApi(checkMessage, { params: { id: "c" }, body: {} }));
  expect(changes).toBe(0);
  await answered(callApi(cancelGeneration, { params: { id: "g" } }));
  expect(changes).toBe(1);
});
