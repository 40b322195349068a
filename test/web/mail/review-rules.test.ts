import { describe, expect, it } from "vitest";
import {
  answerLanguages,
  countReview,
  findDifferingLanguages,
  findNextUnsent,
  listOnTheirWay,
  listProposed,
  listUnsent,
} from "../../../web/features/mail/model/rules-review";
import { makeOutboxMail } from "../support/outbox-mail";

const letters = [
  { id: "a", email_sent: false, message_read: true },
  { id: "b", email_sent: true, message_read: true },
  { id: "c", email_sent: false, message_read: false },
];

describe("a review of letters", () => {
  it("counts what was sent, and what is left to send and to read", () => {
    const none = new Set<string>();
    expect(countReview(letters, none, none)).toEqual({ sent: 1, unsent: 2, unread: 1 });
    expect(countReview(letters, new Set(["c"]), none)).toEqual({ sent: 2, unsent: 1, unread: 0 });
    expect(countReview([], none, none)).toEqual({ sent: 0, unsent: 0, unread: 0 });
  });

  it("counts one that is left out neither as sent nor as left to send or to read", () => {
    expect(countReview(letters, new Set(), new Set(["c"]))).toEqual({ sent: 1, unsent: 1, unread: 0 });
  });

  it("ends with those that are left to send, in their order", () => {
    expect(listUnsent(letters, new Set()).map(({ id }) => id)).toEqual(["a", "c"]);
    expect(listUnsent(letters, new Set(["a", "c"]))).toEqual([]);
  });

  it("proposes at its end what was read, save what was just kept from being sent", () => {
    const read = [...letters, { id: "d", email_sent: false, message_read: true }];
    const unsent = listUnsent(read, new Set());
    expect(listProposed(unsent, new Set()).map(({ id }) => id)).toEqual(["a", "d"]);
    expect(listProposed(unsent, new Set(["a"])).map(({ id }) => id)).toEqual(["d"]);
  });

  it("goes on after a send with the next unsent letter, then with an earlier one, then ends", () => {
    expect(findNextUnsent(letters, new Set(["a"]), 0)).toBe(2);
    expect(findNextUnsent(letters, new Set(["c"]), 2)).toBe(0);
    expect(findNextUnsent(letters, new Set(["a", "c"]), 2)).toBe(3);
  });

  it("begins, also after a reload, with the first letter that is not on its way", () => {
    const mails = [
      makeOutboxMail({ company_id: "held", status: "held" }),
      makeOutboxMail({ company_id: "sent", status: "sent" }),
      makeOutboxMail({ company_id: "failed", status: "failed" }),
      makeOutboxMail({ company_id: "followed up", step: 1, status: "held" }),
    ];
    const onTheirWay = listOnTheirWay({ mails }, new Set(["held", "sent"]));
    expect([...onTheirWay]).toEqual(["held", "sent"]);
    // It may have come back undelivered, and be sent to another address.
    expect([...listOnTheirWay({ mails }, new Set())]).toEqual(["held"]);
    const inOrder = ["held", "sent", "failed", "new"].map((id) => ({ id, email_sent: false, message_read: true }));
    expect(findNextUnsent(inOrder, onTheirWay, -1)).toBe(2);
    expect(listOnTheirWay(undefined, new Set()).size).toBe(0);
  });

  it("asks once about letters in one language with a CV in another, and again once the answer is taken back", () => {
    const preview = { cv_language: true, letter_language: "fr", profile: { language: "en" } } as const;
    const languages = findDifferingLanguages(preview);
    expect(languages).not.toBeNull();
    expect(findDifferingLanguages({ ...preview, letter_language: "de" })).not.toBe(languages);
    expect(findDifferingLanguages({ ...preview, cv_language: false })).toBeNull();
    const agreed = answerLanguages(new Map([["de en", "b"]]), "fr en", "a", true);
    expect([...agreed]).toEqual([
      ["de en", "b"],
      ["fr en", "a"],
    ]);
    expect([...answerLanguages(agreed, "fr en", "c", false)]).toEqual([["de en", "b"]]);
  });
});
