import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { previewQuery } from "../../../web/features/mail/api/mail-requests";
import { queryClient } from "../../../web/lib/query-client";

/** How often the preview is asked for when a connection comes back. @param fails the first try found none */
async function countTries(fails: boolean): Promise<number> {
  let tries = 0;
  onlineManager.setOnline(false);
  const observer = new QueryObserver(queryClient, {
    ...previewQuery({ id: `letter ${fails}`, message_version: 1 }),
    initialData: undefined,
    retry: false,
    queryFn: () => {
      tries += 1;
      return fails && tries === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve({ preview: tries });
    },
  } as never);
  const stop = observer.subscribe(() => undefined);
  queryClient.mount();
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().isSuccess && !observer.getCurrentResult().isFetching).toBe(true);
  queryClient.unmount();
  stop();
  return tries;
}

it("a preview that a lost connection kept away comes with its return, and one that is read stays as it is", async () => {
  expect(await countTries(true)).toBe(2);
  expect(await countTries(false)).toBe(1);
});
