import type { Page, Route } from "playwright-core";
import type { z } from "zod";

const closingPages = new WeakSet<Page>();
/** Marks a page that is about to close: an answer that fails to reach it afterwards is no error. */
export const markClosing = (page: Page): void => void closingPages.add(page);

const unlessClosing =
  (work: (route: Route) => Promise<void>) =>
  async (route: Route): Promise<void> => {
    try {
      await work(route);
    } catch (error) {
      if (!closingPages.has(route.request().frame().page())) throw error;
    }
  };

/** Changes the server's answer, for states that are hard to produce. */
export const changeAnswer = <T>(schema: z.ZodType<T>, change: (answer: T) => unknown) =>
  unlessClosing(async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(schema.parse(await response.json())) });
  });

/** Serves a page without its embedded answers, so that every call is made and can be mocked. */
export const withoutPreload = unlessClosing(async (route) =>
  route.fulfill({
    response: await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-dest": "empty" } }),
  }),
);

export const answerWith =
  (json: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json });

/** Answers with an error code of the contract. */
export const answerError =
  (status: number, code: string, more: object = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: { error: code, code, ...more } });

/** Never answers, so that the loading state stays. */
export const neverAnswer = (): Promise<void> => new Promise(() => undefined);

export const breakConnection = (route: Route): Promise<void> => route.abort("connectionfailed");

/** Mocks one method of a path; other methods still reach the server. */
export const routeCall = (
  page: Page,
  method: string,
  path: string | RegExp,
  handler: (route: Route) => Promise<void>,
): Promise<unknown> =>
  page.route(
    path,
    unlessClosing((route) => (route.request().method() === method ? handler(route) : route.fallback())),
  );
