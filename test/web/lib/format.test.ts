import { describe, expect, it } from "vitest";
import { toHost } from "../../../web/lib/company-name";
import {
  formatBriefDayAndTime,
  formatBytes,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayAndTime,
  formatKilometres,
  formatShortDate,
  formatTimeUntil,
} from "../../../web/lib/format";
import { formatSpokenTime } from "../../../web/lib/spoken-time";

describe("formats", () => {
  it("shows the host of a website", () => {
    expect(toHost("https://www.lumen.test/fr")).toBe("lumen.test");
    expect(toHost("lumen")).toBe("lumen");
  });

  it("shows when a mail leaves: the time today, and the day with it on another one", () => {
    const now = new Date(2026, 10, 24, 8);
    const today = new Date(2026, 10, 24, 9, 4).toISOString();
    const tomorrow = new Date(2026, 10, 25, 9, 4).toISOString();
    expect([formatDayAndTime(today, "fr", now), formatBriefDayAndTime(today, "de", now)]).toEqual(["09:04", "09:04"]);
    expect(formatDayAndTime(tomorrow, "en", now)).toMatch(/^Wed,? 25 Nov, 09:04$/u);
    expect(formatBriefDayAndTime(tomorrow, "en", now)).toBe("25/11, 09:04");
    expect(formatBriefDayAndTime(tomorrow, "de", now)).toBe("25.11., 09:04");
  });

  it.each([
    [1, 0, ["1 h du matin", "01:00", "1 Uhr nachts"]],
    [13, 30, ["13 h 30", "13:30", "13:30 Uhr"]],
    [4, 30, ["4 h 30 du matin", "04:30", "4:30 Uhr nachts"]],
    [5, 0, ["5 h", "05:00", "5 Uhr"]],
    [0, 0, ["minuit", "midnight", "Mitternacht"]],
    [0, 30, ["0 h 30", "00:30", "0:30 Uhr"]],
    [12, 0, ["midi", "noon", "12 Uhr"]],
    [12, 5, ["12 h 05", "12:05", "12:05 Uhr"]],
  ] as const)("says %i h %i within a sentence as %o", (hour, minute, spoken) => {
    const time = new Date(2026, 10, 24, hour, minute).toISOString();
    const shown = (["fr", "en", "de"] as const).map((language) => formatSpokenTime(time, language));
    expect(shown.map((text) => text.replaceAll("\u00a0", " "))).toEqual(spoken);
  });

  it.each([
    [1, "en", "in 1 second"],
    [5, "fr", "dans 5 secondes"],
    [89, "en", "in 89 seconds"],
    [90, "en", "in 2 minutes"],
    [900, "fr", "dans 15 minutes"],
    [3_600, "en", "in 60 minutes"],
    [5_400, "fr", "dans 2 heures"],
    [48_001, "en", "in 14 hours"],
    [900, "de", "in 15 Minuten"],
  ] as const)("shows a wait of %i seconds in %s: %s", (seconds, language, words) => {
    expect(formatTimeUntil(seconds, language).replaceAll(/\s/gu, " ")).toBe(words);
  });

  it("shows sizes in the units of the language", () => {
    expect(formatBytes(1_240_000, "fr").replaceAll(/\s/gu, " ")).toBe("1,2 Mo");
    expect(formatBytes(84_000, "en").replaceAll(/\s/gu, " ")).toBe("84 kB");
    expect(formatBytes(1_240_000, "de")).toBe("1,2\u00a0MB");
  });

  it("writes the first of a month in French as an ordinal, and no other day or hour", () => {
    const time = new Date(2026, 11, 1, 1, 5).toISOString();
    expect(formatDate(time, "fr")).toBe("1er décembre 2026");
    expect(formatShortDate(time, "fr")).toBe("1er déc. 2026");
    expect(formatDay(time, "fr")).toBe("mardi 1er décembre");
    expect(formatDateTime(time, "fr").replaceAll(/\s/gu, " ")).toBe("1er déc. 2026, 01:05");
    expect(formatDayAndTime(time, "fr", new Date(2026, 10, 1))).toMatch(/^mar\. 1er déc\.,? (?:à )?01:05$/u);
    expect(formatDate(new Date(2026, 11, 11).toISOString(), "fr")).toBe("11 décembre 2026");
    expect(formatDate(time, "en")).toBe("1 December 2026");
  });

  it("writes dates, distances and countries as German does", () => {
    expect(formatDate("2026-03-01T12:00:00Z", "de")).toBe("1. März 2026");
    expect(formatShortDate("2026-03-01T12:00:00Z", "de")).toBe("01.03.2026");
    expect(formatKilometres(1.24, "de")).toBe("1,2\u00a0km");
    expect(formatCountry("FR", "de")).toBe("Frankreich");
  });
});
