import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { findAxeViolations } from "../support/axe.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { common, search } = TEXTS.fr;

const NANTES = {
  id: "FR:nantes:47.22:-1.55",
  name: "Nantes",
  region: "Loire-Atlantique",
  country: "FR",
  population: 326_000,
  city: null,
};
const LONDON = {
  id: "GB:london:51.51:-0.13",
  name: "Londres",
  region: "Greater London",
  country: "GB",
  population: 8_866_000,
  city: "London (United Kingdom)",
};
const VALENCE = { ...NANTES, id: "FR:valence:44.93:4.89", name: "Valence", region: "Drôme", population: 65_000 };
const VALENCIA = { ...VALENCE, id: "ES:valencia:39.47:-0.38", region: "Comunidad Valenciana", country: "ES" };
const NANTERRE = { ...NANTES, id: "FR:nanterre:48.89:2.21", name: "Nanterre", region: "Hauts-de-Seine" };

/** A published directory with a few places. */
const suggestPlaces = (route: Route): Promise<void> => {
  const typed = new URL(route.request().url()).searchParams.get("q")?.toLowerCase() ?? "";
  const found = [NANTES, NANTERRE, LONDON].filter(({ name, city }) =>
    [name, city ?? ""].some((known) => known.toLowerCase().startsWith(typed)),
  );
  return route.fulfill({ json: { places: found } });
};

/** Calls of the search, the first one answered with two places of one name, the others with a limit. */
async function recordSearches(page: Page): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const { city: _, ...spanish } = VALENCIA;
  const { city: __, ...french } = VALENCE;
  await page.route("**/api/search/run", (route) => {
    bodies.push(route.request().postDataJSON());
    const choices = [{ city: "valence", places: [spanish, french] }];
    return bodies.length === 1
      ? route.fulfill({ status: 422, json: { error: "ambiguous", code: "city_ambiguous", choices } })
      : route.fulfill({ status: 429, json: { error: "limit", code: "search_limit" } });
  });
  return bodies;
}

async function openCities(page: Page): Promise<void> {
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("fr");
  await page.goto(`${sharedServer.server.url}/search`);
  await page.getByLabel(search.query.label).fill("web developer");
  await page.getByRole("button", { name: search.query.submit }).click();
  await page.locator("fieldset").getByRole("checkbox").first().check();
  await page.getByRole("button", { name: common.next }).click();
  await page.getByRole("heading", { name: search.cities.title }).waitFor();
}

const fill = (text: string, value: string) => text.replace(/\{\{\w+\}\}/u, value);

describe.each([
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
])("the cities of a search, at $width px", (viewport) => {
  it("are found, given a radius and told apart without a mouse", async () => {
    const { page, allow, close } = await openContext(sharedServer.browser, "fr-FR");
    allow(/status of 4(22|29)/u);
    await page.setViewportSize(viewport);
    await page.route("**/api/search/places?*", suggestPlaces);
    const searches = await recordSearches(page);
    await openCities(page);
    const keyboard = new KeyboardUser(page);
    const field = page.getByRole("combobox", { name: search.cities.custom });
    const options = page.getByRole("option");
    const getMarked = () => page.locator("[role=option][aria-selected=true]").innerText();

    // Typing suggests; the first one is marked, the arrows go round, Escape closes and keeps the text.
    await keyboard.reach(field);
    await page.keyboard.type("nant");
    await options.nth(2).waitFor();
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
    expect(await getMarked()).toMatch(/Nantes\s+Loire-Atlantique, France/u);
    await page.keyboard.press("ArrowUp");
    expect(await getMarked()).toContain("nant");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await getMarked()).toContain("Nanterre");
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => field.inputValue()).toBe("nant");

    // Enter takes the first suggestion; its radius can be changed.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("");
    const radius = page.getByLabel(fill(search.cities.radius.label, "Nantes (Loire-Atlantique, France)"));
    await keyboard.reach(radius);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => radius.inputValue()).toBe("25");

    // An offered city is the same one whether it is ticked or found.
    await keyboard.tick(page.getByRole("checkbox", { name: "Londres (Royaume-Uni)" }));
    const londonRadius = page.getByLabel(fill(search.cities.radius.label, "Londres (Royaume-Uni)"));
    await londonRadius.waitFor();
    await keyboard.reach(field);
    await page.keyboard.type("londres");
    await page.getByRole("option", { name: "Londres" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(fill(search.cities.chosen_other, "2")).waitFor();

    // What no directory knows is searched as it was typed, and marked: it may be misspelt.
    await page.keyboard.type("valence");
    await page.getByText(search.cities.suggestions.none).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(fill(search.cities.chosen_other, "3")).waitFor();
    await page.getByText(search.cities.unknown).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // All of it survives a reload.
    await page.reload();
    await page.getByText(fill(search.cities.chosen_other, "3")).waitFor();
    await expect.poll(() => radius.inputValue()).toBe("25");

    // Two places of one name: the user says which.
    await keyboard.enter(page.getByRole("button", { name: search.cities.submit }));
    await page.getByText(search.cities.ambiguous.title).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await keyboard.enter(page.getByRole("button", { name: "Valence Drôme, France" }));
    await page.getByLabel(fill(search.cities.radius.label, "Valence (Drôme, France)")).waitFor();
    await expect.poll(() => page.getByText(search.cities.ambiguous.title).count()).toBe(0);
    await keyboard.enter(page.getByRole("button", { name: search.cities.submit }));
    await page.locator(".banner[role=alert]").waitFor();
    expect(searches).toEqual([
      expect.objectContaining({
        cities: ["London (United Kingdom)", "valence"],
        places: [{ id: NANTES.id, radius_km: 25 }],
      }),
      expect.objectContaining({
        cities: ["London (United Kingdom)"],
        places: [
          { id: NANTES.id, radius_km: 25 },
          { id: VALENCE.id, radius_km: 0 },
        ],
      }),
    ]);
    await close();
  });
});

it("a city is added as typed while the connection is lost, and a list that is late shows that it loads", async () => {
  const { page, allow, close } = await openContext(sharedServer.browser, "fr-FR");
  allow(/ERR_FAILED|ERR_CONNECTION_FAILED/u);
  await openCities(page);
  const field = page.getByRole("combobox", { name: search.cities.custom });
  const asked: string[] = [];
  let answer: ((route: Route) => Promise<void>) | undefined;
  await page.route("**/api/search/places?*", (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("q") ?? "");
    return answer?.(route);
  });
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("q=nan"));
  await field.fill("nan");
  await page.getByText(search.cities.suggestions.loading).first().waitFor();
  await expect.poll(() => asked).toEqual(["nan"]);

  // The next letters abort the request before.
  answer = suggestPlaces;
  await field.fill("nanter");
  await aborted;
  await page.getByRole("option", { name: "Nanterre" }).waitFor();
  expect(asked).toEqual(["nan", "nanter"]);

  answer = (route) => route.abort("connectionfailed");
  await field.fill("Trifouillis");
  await page.getByText(search.cities.suggestions.trouble.offline).first().waitFor();
  await page.getByRole("option", { name: "Trifouillis" }).click();
  await page.getByRole("button", { name: fill(search.cities.remove, "Trifouillis") }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await close();
});
