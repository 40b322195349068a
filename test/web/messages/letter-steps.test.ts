import { expect, it } from "vitest";
import { findNextLetter, listLetterIds, toSteps } from "../../../web/features/messages/model/letter-steps";

const ids = ["a", "b", "c"];

it("reads the letters of the list one after the other: those with a text that can still be changed", () => {
  expect(
    listLetterIds([
      { id: "a", message: "Hello", email_sent: false, send_status: "none" },
      { id: "unwritten", message: " \n", email_sent: false, send_status: "none" },
      { id: "sent", message: "Hello", email_sent: true, send_status: "sent" },
      { id: "leaving", message: "Hello", email_sent: false, send_status: "sending" },
      { id: "b", message: "Hello", email_sent: false, send_status: "failed" },
    ]),
  ).toEqual(["a", "b"]);
});

it("says which letter of how many is open, moves to its neighbours, and stops at both ends", () => {
  const opened: string[] = [];
  const steps = toSteps(ids, "b", (id) => opened.push(id));
  expect(steps).toMatchObject({ at: 2, total: 3 });
  steps?.onMove(1);
  steps?.onMove(-1);
  expect(opened).toEqual(["c", "a"]);
  toSteps(ids, "c", (id) => opened.push(id))?.onMove(1);
  expect(opened).toEqual(["c", "a"]);
});

it("shows no steps for a letter that stands alone, or that was opened from elsewhere", () => {
  expect(toSteps(["a"], "a", () => undefined)).toBeUndefined();
  expect(toSteps(ids, "z", () => undefined)).toBeUndefined();
});

it("goes on with the letter after the one that was sent, and ends after the last one", () => {
  expect(findNextLetter(ids, "a")).toBe("b");
  expect(findNextLetter(ids, "c")).toBeUndefined();
  expect(findNextLetter(ids, "z")).toBeUndefined();
});
