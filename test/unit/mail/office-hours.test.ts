import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderHolidays } from "../../../tools/build-holidays.ts";
import {
  chooseOfficeCountry,
  computeOpeningDelay,
  createOpeningFinder,
  type OfficeCountry,
} from "../../../worker/mail/outbox/office-hours";

const findOpening = (country: OfficeCountry, from: string) => {
  const { at, closure } = createOpeningFinder()(country, Date.parse(from));
  return [new Date(at).toISOString().slice(0, 16), closure];
};

describe("the next opening of an office", () => {
  it.each<[string, OfficeCountry, string, string, string | null]>([
    ["is now while it is open", "FR", "2031-06-17T08:30Z", "2031-06-17T08:30", null],
    ["is at nine in the morning", "FR", "2031-06-17T03:00Z", "2031-06-17T07:00", "office_hours"],
    ["is tomorrow after six", "FR", "2031-06-17T16:00Z", "2031-06-18T07:00", "office_hours"],
    ["is an hour later in London", "GB", "2031-06-17T03:00Z", "2031-06-17T08:00", "office_hours"],
    ["is on Monday after a weekend", "FR", "2031-06-20T17:00Z", "2031-06-23T07:00", "weekend"],
    ["is after Bastille Day in France", "FR", "2031-07-11T16:30Z", "2031-07-15T07:00", "holiday"],
    ["is not after Bastille Day in Germany", "DE", "2031-07-11T16:30Z", "2031-07-14T07:00", "weekend"],
    ["is after both days of Easter in England", "GB", "2031-04-10T18:00Z", "2031-04-15T08:00", "holiday"],
    ["is after Easter Monday in France", "FR", "2031-04-11T18:00Z", "2031-04-15T07:00", "holiday"],
    ["is earlier in UTC once summer time has begun", "FR", "2031-03-28T18:00Z", "2031-03-31T07:00", "weekend"],
    ["was later in UTC the week before", "FR", "2031-03-21T18:00Z", "2031-03-24T08:00", "weekend"],
    ["is later in UTC once winter time has begun", "DE", "2031-10-24T17:00Z", "2031-10-27T08:00", "weekend"],
    ["is after Christmas and the weekend", "GB", "2031-12-24T19:00Z", "2031-12-29T09:00", "holiday"],
  ])("%s", (_, country, from, at, closure) => {
    expect(findOpening(country, from)).toEqual([at, closure]);
  });

  it("is the same from a finder that remembers days, whatever was asked before", () => {
    const anyTime = fc.integer({ min: Date.parse("2030-12-20T00:00Z"), max: Date.parse("2032-01-10T00:00Z") });
    const anyCountry = fc.constantFrom<OfficeCountry>("FR", "GB", "DE", "PT", "CH", "MC");
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCountry, anyTime), { maxLength: 12 }), (questions) => {
        const remembering = createOpeningFinder();
        for (const [country, time] of questions) {
          const { at, closure } = remembering(country, time);
          expect({ at, isOpen: closure === null }).toEqual({
            at: createOpeningFinder()(country, time).at,
            isOpen: at === time,
          });
          // It is open then, and what is found from there is the same.
          expect(createOpeningFinder()(country, at)).toEqual({ at, closure: null });
        }
      }),
    );
  });
});

describe("the mails that wait for an opening", () => {
  const HOUR_MS = 3_600_000;
  const MONDAY = Date.parse("2031-06-16T00:00Z");
  const atDelay = (delay: number) => createOpeningFinder(() => delay);
  const toTime = (text: string) => Date.parse(text);

  it("leave at their outbox's own time of that day, which is within two hours after it", () => {
    const delays = Array.from({ length: 1_200 }, (_, n) => computeOpeningDelay(`outbox ${n}`, MONDAY));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThan(2 * HOUR_MS);
    expect(computeOpeningDelay("outbox 7", MONDAY)).toBe(delays[7]);
    expect(computeOpeningDelay("outbox 7", MONDAY + 24 * HOUR_MS)).not.toBe(delays[7]);
  });

  it("are spread evenly: no minute has many of them", () => {
    const minutes = new Map<number, number>();
    for (let n = 0; n < 12_000; n += 1) {
      const minute = Math.floor(computeOpeningDelay(`outbox ${n}`, MONDAY) / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    expect(minutes.size).toBe(120);
    expect(Math.max(...minutes.values())).toBeLessThan(150);
  });

  it("leave then however often they are planned meanwhile, and not before", () => {
    const find = atDelay(HOUR_MS);
    const evening = toTime("2031-06-16T17:00Z");
    for (const [from, at, closure] of [
      ["2031-06-17T03:00Z", "2031-06-17T08:00Z", "office_hours"],
      ["2031-06-17T07:00Z", "2031-06-17T08:00Z", null],
      ["2031-06-17T07:59Z", "2031-06-17T08:00Z", null],
      ["2031-06-17T08:30Z", "2031-06-17T08:30Z", null],
    ] as const)
      expect(find("FR", toTime(from), evening)).toEqual({ at: toTime(at), closure });
  });

  it("are overtaken by what is approved while the office is open", () => {
    const time = toTime("2031-06-17T07:10Z");
    expect(atDelay(HOUR_MS)("FR", time, time)).toEqual({ at: time, closure: null });
  });
});

describe("the country whose office hours hold", () => {
  it.each([
    ["FR", "en", "FR"],
    [" de ", "fr", "DE"],
    ["UK", "fr", "GB"],
    ["", "fr", "FR"],
    ["", "en", "GB"],
    ["US", "en", "GB"],
    ["constructor", "de", "DE"],
  ] as const)("for a company in %j and a sender who reads %s is %s", (country, language, expected) => {
    expect(chooseOfficeCountry(country, language)).toBe(expected);
  });
});

it("the built holidays are those of the library", () => {
  expect(readFileSync("worker/mail/outbox/holidays.gen.ts", "utf8")).toBe(renderHolidays());
});
