import { expect, it } from "vitest";
import { composeCalendar } from "../../../worker/applications/calendar";

const EVENT = {
  uid: "1@candidature",
  at: "2026-12-01T09:30:00.000Z",
  changedAt: "2026-11-24T08:00:00.000Z",
  changes: 3,
  summary: "Lune: entretien",
  place: "Lyon",
  url: "https://lune.example/",
};
const unfold = (file: string) => file.replaceAll("\r\n ", "");

it("an event is one hour in UTC, with lines that end as calendars expect", () => {
  expect(composeCalendar(EVENT).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Candidature//Candidature//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:1@candidature",
    "DTSTAMP:20261124T080000Z",
    "SEQUENCE:3",
    "DTSTART:20261201T093000Z",
    "DURATION:PT1H",
    "SUMMARY:Lune: entretien",
    "LOCATION:Lyon",
    "URL:https://lune.example/",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("a text cannot leave its line", () => {
  const summary = "a\\b;c,d\r\nDTSTART:19700101T000000Z\nEND:VEVENT\u2028x\u0007";
  const lines = composeCalendar({ ...EVENT, summary }).split("\r\n");
  expect(lines.filter((line) => line.startsWith("DTSTART") || line === "END:VEVENT")).toHaveLength(2);
  expect(unfold(lines.join("\r\n"))).toContain(
    String.raw`SUMMARY:a\\b\;c\,d\nDTSTART:19700101T000000Z\nEND:VEVENT\nx` + "\r\n",
  );
});

it("a long line goes on in the next, and no character is cut in two", () => {
  const summary = "Entretien à l’étude 🏡 ".repeat(20).trim();
  const file = composeCalendar({ ...EVENT, summary, place: "" });
  for (const line of file.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(unfold(file)).toContain(`SUMMARY:${summary}\r\n`);
  expect(file).not.toContain("LOCATION");
});

it("what is no address of a site is left out", () => {
  expect(composeCalendar({ ...EVENT, url: "" })).not.toContain("URL:");
});
