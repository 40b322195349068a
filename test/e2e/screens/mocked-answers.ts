import type { Page, Route } from "playwright-core";
import type { z } from "zod";

const closingPages = new WeakSet<Page>();
/** Says that a page is about to be closed: an answer that is still being made up has nobody to go to. */
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

/** Lets the server answer, then changes the answer: for what is rare, and hard to bring about. */
export const changeAnswer = <T>(schema: z.ZodType<T>, change: (answer: T) => unknown) =>
  unlessClosing(async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(schema.parse(await response.json())) });
  });

/** A page without the answers it brings along: every call is made, and can be answered otherwise. */
export const withoutPreload = unlessClosing(async (route) =>
  route.fulfill({
    response: await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-dest": "empty" } }),
  }),
);

/** Answers in the server's place. */
export const answerWith =
  (json: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json });

/** Refuses in the server's place, with a code of the contract. */
export const answerError =
  (status: number, code: string, more: object = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: { error: code, code, ...more } });

/** Never answers: what is shown meanwhile stays. */
export const neverAnswer = (): Promise<void> => new Promise(() => undefined);

/** Breaks the connection. */
export const breakConnection = (route: Route): Promise<void> => route.abort("connectionfailed");

/** Routes a call of the API in this page, the others of the same path go on to the server. */
export const routeCall = (
  page: Page,
  method: string,
  path: string | RegExp,
  handler: (route: Route) => Promise<void>,
): Promise<unknown> =>
  page.route(path, (route) => (route.request().method() === method ? handler(route) : route.fallback()));
