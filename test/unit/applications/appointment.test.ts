import { describe, expect, it } from "vitest";
import { readAppointment } from "../../../worker/applications/answers/read-appointment.ts";

/** A Saturday. */
const NOW = new Date("2026-11-28T21:00:00Z");

describe("the date and time that an answer names", () => {
  it.each([
    ["Wir laden Sie am Dienstag, 8. Dezember um 14:30 Uhr zu einem Gespräch ein.", "2026-12-08T14:30"],
    ["Passt Ihnen Dienstag, der 8.12. um 14 Uhr?", "2026-12-08T14:00"],
    ["Können Sie am Di., 08.12.2026, um 9.30 Uhr kommen?", "2026-12-08T09:30"],
    ["Um 10 Uhr am 3. März erwarten wir Sie.", "2027-03-03T10:00"],
    ["Nous vous proposons un entretien jeudi 10 décembre à 9h.", "2026-12-10T09:00"],
    ["Rendez-vous le mardi 1er décembre 2026 à 14 h 30 dans nos bureaux.", "2026-12-01T14:30"],
    ["Seriez-vous disponible le 08/12 à 14h30 ?", "2026-12-08T14:30"],
    ["À 11 heures, le 4 janvier, cela vous irait ?", "2027-01-04T11:00"],
    ["We would like to meet you on 12 December at 10am.", "2026-12-12T10:00"],
    ["Could you come in on Tuesday, December 8th, at 2:30 p.m.?", "2026-12-08T14:30"],
    ["The interview is at 12.15pm on the 9th of December 2026.", "2026-12-09T12:15"],
    ["Entretien ven. 11 déc. à 10h", "2026-12-11T10:00"],
    ["mar. 8 déc. 2026 10:00", "2026-12-08T10:00"],
    ["Could you do 8 December at 10am?", "2026-12-08T10:00"],
    ["28 nov. 2026 23:15 (il y a 2 heures)\nVenez le 2 décembre à 17h.", "2026-12-02T17:00"],
    ["Merci de répondre sous 48 h pour le 10 décembre, un entretien de 1 h à 14h30.", "2026-12-10T14:30"],
    ["Slot booked: 2026-12-15, 16:00", "2026-12-15T16:00"],
    ["Entretien le 10\u00A0décembre à 9\u202Fh\u202F15", "2026-12-10T09:15"],
    // The first that may be meant: the application is of the past.
    ["Merci pour votre candidature du 20 novembre à 8h12. Venez le 2 décembre à 17h.", "2026-12-02T17:00"],
    ["Am 8. oder 9. Dezember, jeweils um 10 Uhr, hätten wir Zeit.", "2026-12-09T10:00"],
  ])("is read: %s", (text, expected) => {
    expect(readAppointment(text, NOW)).toBe(expected);
  });

  it.each([
    ["no time", "Venez nous voir le 10 décembre."],
    ["a time of another sentence", "We close on 12 December. Our phone is open until 5pm."],
    [
      "no day of a month: it is not known when the answer was written",
      "Passen Sie morgen um 10 Uhr? Oder Dienstag um 9?",
    ],
    ["a weekday that the day is not", "Kommen Sie am Montag, 8. Dezember um 14:30 Uhr."],
    ["a day that has passed", "Ihre E-Mail vom 25. November um 10:12 Uhr haben wir erhalten."],
    ["a year that has passed", "Votre message du 10 décembre 2025 à 9h"],
    ["a day that is none", "le 31 novembre à 10h, le 45/12 à 9h, 12.30 Uhr"],
    ["a telephone number", "Rappelez-nous au 01.12.45.10.12 à 9h"],
    ["an hour that is none", "le 10 décembre à 27h"],
  ])("is none with %s", (_, text) => {
    expect(readAppointment(text, NOW)).toBeNull();
  });

  it("is found in long texts without much work", () => {
    const text = "12 december 12.12. 8 h december 12 ".repeat(600);
    expect(readAppointment(`${"1".repeat(5_000)} ${text}`, NOW)).not.toBeUndefined();
  });
});
