import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { previewQuery } from "../../../web/features/mail/api/mail-requests";
import { queryClient } from "../../../web/lib/query-client";

/** How often the preview is asked for when a connection comes back. @param isLost the first try found none */
async function countTries(isLost: boolean): Promise<number> {
  let tries = 0;
  onlineManager.setOnline(false);
  const rules: object = previewQuery({ id: "a", message_version: 1 });
  const observer = new QueryObserver(queryClient, {
    ...rules,
    queryKey: ["preview", isLost],
    initialData: undefined,
    retry: false,
    queryFn: () => {
      tries += 1;
      return isLost && tries === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve(tries);
    },
  });
  const stop = observer.subscribe(() => undefined);
  queryClient.mount();
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
  onlineManager.setOnline(true);
  await expect
    .poll(() => {
      const { isSuccess, isFetching } = observer.getCurrentResult();
      return isSuccess && !isFetching;
    })
    .toBe(true);
  queryClient.unmount();
  stop();
  return tries;
}

it("a preview that a lost connection kept away comes with its return; one that is read stays", async () => {
  expect(await countTries(true)).toBe(2);
  expect(await countTries(false)).toBe(1);
});
