interface CalendarEvent {
  /** The same for every version of the event. */
  uid: string;
  /** ISO 8601 UTC, as are the others. */
  at: string;
  changedAt: string;
  /** Calendars keep the version with the highest number. */
  changes: number;
  summary: string;
  place: string;
  url: string;
}

/** RFC 5545, 3.1: octets of a line without its end. */
const LINE_OCTETS = 75;

/** One event of an hour as an iCalendar file (RFC 5545). */
export function composeCalendar({ uid, at, changedAt, changes, summary, place, url }: CalendarEvent): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Candidature//Candidature//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toCalendarTime(changedAt)}`,
    `SEQUENCE:${changes}`,
    `DTSTART:${toCalendarTime(at)}`,
    "DURATION:PT1H",
    `SUMMARY:${escapeText(summary)}`,
    ...(place === "" ? [] : [`LOCATION:${escapeText(place)}`]),
    // A URI is not escaped.
    ...(URL.canParse(url) ? [`URL:${new URL(url).href}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** "2026-11-24T09:30:00.000Z" as 20261124T093000Z. */
const toCalendarTime = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")}Z`;

/** 3.3.11: what separates values is escaped. Other control characters have no place in a text. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, String.raw`\n`)
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "");

/** 3.1: a long line goes on after a line break and a space, and no character is cut in two. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
