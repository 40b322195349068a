import { describe, expect, it } from "vitest";
import {
  addVersion,
  canRedo,
  canUndo,
  createHistory,
  redo,
  endTyping,
  getShownDraft,
  prependDrafts,
  recordTyping,
  undo,
} from "../../../web/features/messages/model/edit-history";
import {
  toGenerationFailure,
  computeSecondsLeft,
  findDayLimit,
  findGenerationFailures,
  meetsDayLimit,
  type SingleGeneration,
} from "../../../web/features/messages/model/generation-failures";
import { listInOtherLanguage, proposeProfile } from "../../../web/features/messages/model/letter-language";
import {
  listCompanyIds,
  planGeneration,
  listSkipReasons,
  countSettled,
} from "../../../web/features/messages/model/rules-generation-plan";
import type { ErrorCode } from "../../../worker/contract/errors";
import type { Generation, GenerationItemState } from "../../../worker/contract/messages";

const makeDraft = (message: string) => ({ subject: "Objet", message });

describe("the versions of a message", () => {
  it("count a run of typing as one, until the field is left", () => {
    const typed = recordTyping(recordTyping(createHistory(makeDraft("a")), makeDraft("ab")), makeDraft("abc"));
    expect(getShownDraft(undo(typed))).toEqual(makeDraft("a"));
    const again = recordTyping(endTyping(typed), makeDraft("abcd"));
    expect(getShownDraft(undo(again))).toEqual(makeDraft("abc"));
  });

  it("restore the text that a regenerated one replaced, and that one again", () => {
    const rewritten = addVersion(recordTyping(createHistory(makeDraft("a")), makeDraft("mine")), makeDraft("new"));
    expect(getShownDraft(rewritten)).toEqual(makeDraft("new"));
    expect(getShownDraft(undo(rewritten))).toEqual(makeDraft("mine"));
    expect(getShownDraft(redo(undo(rewritten)))).toEqual(makeDraft("new"));
  });

  it("drop undone steps once something else is typed", () => {
    const typed = recordTyping(undo(addVersion(createHistory(makeDraft("a")), makeDraft("b"))), makeDraft("c"));
    expect(canRedo(typed)).toBe(false);
    expect(getShownDraft(undo(typed))).toEqual(makeDraft("a"));
  });

  it("add nothing for the same text, and stop at their ends", () => {
    const first = createHistory(makeDraft("a"));
    expect(canUndo(addVersion(first, makeDraft("a")))).toBe(false);
    expect(undo(first)).toBe(first);
    expect(redo(first)).toBe(first);
  });

  it("reach the ones kept before, whatever was typed meanwhile", () => {
    const typed = recordTyping(createHistory(makeDraft("present")), makeDraft("typed"));
    const joined = prependDrafts(typed, [makeDraft("first"), makeDraft("second"), makeDraft("present")]);
    expect(getShownDraft(joined)).toEqual(makeDraft("typed"));
    const back = [undo(joined), undo(undo(joined)), undo(undo(undo(joined)))];
    expect(back.map((each) => getShownDraft(each).message)).toEqual(["present", "second", "first"]);
    expect(back.map(canUndo)).toEqual([true, true, false]);
    expect(prependDrafts(typed, [])).toEqual(typed);
  });

  it("are limited to a hundred", () => {
    let versions = createHistory(makeDraft("0"));
    for (let index = 1; index <= 150; index += 1) versions = addVersion(versions, makeDraft(String(index)));
    expect(versions.drafts).toHaveLength(100);
    expect(getShownDraft(versions)).toEqual(makeDraft("150"));
    expect(versions.drafts[0]).toEqual(makeDraft("51"));
  });
});

describe("a bulk generation", () => {
  it("writes missing messages, existing and hand-written ones only on request, and never sent ones", () => {
    const company = {
      id: "a",
      name: "Lumen",
      website: "https://lumen.example/",
      message: "",
      message_author: null,
      email_sent: false,
      send_status: "none" as const,
    };
    expect(
      planGeneration([
        company,
        { ...company, id: "b", message: "x", message_author: "assistant" },
        { ...company, id: "e", message: "mine", message_author: "user" },
        { ...company, id: "f", message: "old", message_author: "unknown" },
        { ...company, id: "c", email_sent: true },
        { ...company, id: "d", send_status: "sending" },
      ]),
    ).toEqual({
      missing: ["a"],
      written: ["b"],
      own: [
        { id: "e", name: "Lumen", website: "https://lumen.example/", message_author: "user" },
        { id: "f", name: "Lumen", website: "https://lumen.example/", message_author: "unknown" },
      ],
    });
  });

  it("counts the items that have ended, with success or not", () => {
    expect(countSettled({ done: 3, failed: 2, cancelled: 1 })).toBe(6);
    const items = (["done", "queued", "failed"] as const).map((state, index) => ({
      company_id: `c${index}`,
      state,
      message_version: 1,
      error_code: null,
      fields: null,
    }));
    expect(listCompanyIds({ items }, "done", "failed")).toEqual(["c0", "c2"]);
  });

  it("lists each reason once", () => {
    expect(listSkipReasons([{ reason: "has_message" }, { reason: "already_sent" }, { reason: "has_message" }])).toEqual(
      ["has_message", "already_sent"],
    );
  });
});

describe("why a message was not written", () => {
  const makeGeneration = (
    items: [string, GenerationItemState, ErrorCode | null, Record<string, string> | null][],
  ): Generation => ({
    id: "g",
    status: "completed",
    total: items.length,
    done: 0,
    failed: 0,
    cancelled: 0,
    created_at: "2026-11-21T10:00:00.000Z",
    finished_at: null,
    waits_until: null,
    can_hurry: false,
    items: items.map(([company_id, state, error_code, fields]) => ({
      company_id,
      message_version: 1,
      state,
      error_code,
      fields,
    })),
  });
  const makeSingle = (values: Partial<SingleGeneration> = {}): SingleGeneration => ({
    companyId: "a",
    after: "g",
    at: 1,
    failure: null,
    ...values,
  });

  it("is listed per failed company, with the findings of a rejected text", () => {
    const failures = findGenerationFailures(
      makeGeneration([
        ["a", "failed", "message_refused", { unknown_figure: "40 %", not_a_reason: "x" }],
        ["b", "failed", null, null],
        ["c", "done", null, null],
      ]),
      [],
    );
    expect([...failures]).toEqual([
      ["a", { code: "message_refused", findings: [{ code: "unknown_figure", detail: "40 %" }] }],
      ["b", { code: "writer_failed", findings: [] }],
    ]);
  });

  it("is none where the user has written or sent the message meanwhile, or archived the company", () => {
    const generation = makeGeneration([
      ["a", "failed", "message_changed", null],
      ["b", "failed", "already_sent", null],
      ["c", "failed", "not_found", null],
    ]);
    expect(findGenerationFailures(generation, []).size).toBe(0);
  });

  it("names a slip of the writer without its raw words", () => {
    const failures = findGenerationFailures(
      makeGeneration([["a", "failed", "message_refused", { placeholder: "[??? no city ???]" }]]),
      [],
    );
    expect(failures.get("a")?.findings).toEqual([{ code: "placeholder", detail: "" }]);
  });

  it("is the limit of its day only, which is told once with the time until it ends", () => {
    const ended = { ...makeGeneration([["a", "failed", "writing_limit", null]]), finished_at: "2026-11-28T10:40:00Z" };
    const failures = findGenerationFailures(ended, [], Date.parse("2026-11-28T23:59:59Z"));
    expect([...failures.values()].map(meetsDayLimit)).toEqual([true]);
    expect(findGenerationFailures(ended, [], Date.parse("2026-11-29T00:00:00Z")).size).toBe(0);
    expect(findDayLimit([null, "message_refused", "writing_limit", "writing_limit"])).toBe("writing_limit");
    expect(findDayLimit([null, "message_refused"])).toBeUndefined();
    expect(computeSecondsLeft(Date.parse("2026-11-28T10:40:00Z"))).toBe(13 * 3_600 + 20 * 60);
  });

  const failed = makeGeneration([["a", "failed", "writer_failed", null]]);
  it("disappears as soon as the company is tried again", () => {
    expect(findGenerationFailures(failed, [makeSingle()]).size).toBe(0);
  });

  it("is that of the bulk generation when it came after the single try", () => {
    expect(findGenerationFailures(failed, [makeSingle({ after: null })]).get("a")?.code).toBe("writer_failed");
    expect(
      findGenerationFailures(makeGeneration([["a", "done", null, null]]), [
        makeSingle({ after: "earlier", failure: toGenerationFailure("offline", {}) }),
      ]).size,
    ).toBe(0);
  });

  it("is that of the latest single try, and a text that was stopped has not failed", () => {
    const refused = toGenerationFailure("message_refused", { length: "12 words" });
    expect(
      findGenerationFailures(null, [
        makeSingle({ after: null, at: 2, failure: refused }),
        makeSingle({ after: null, at: 1 }),
      ]).get("a"),
    ).toEqual(refused);
    expect(
      findGenerationFailures(failed, [makeSingle({ failure: toGenerationFailure("generation_cancelled", {}) })]).size,
    ).toBe(0);
  });
});

describe("the profile that is proposed for writing many", () => {
  const cv = { name: "cv.pdf", size: 1, uploaded_at: "2026-11-01T10:00:00.000Z", text_status: "ok" as const };
  const french = { id: "fr", language: "fr" as const, cv };
  const german = { id: "de", language: "de" as const, cv };
  const inGerman = { language: "de" as const, profile_id: null };

  it("is that of the companies' language, where their own has a CV in another", () => {
    expect(proposeProfile([inGerman, inGerman], [french, german])).toBe("de");
    expect(proposeProfile([{ ...inGerman, profile_id: "de" }], [french, german])).toBeNull();
    expect(proposeProfile([inGerman, { ...inGerman, language: "fr" }], [french, german])).toBeNull();
    expect(proposeProfile([inGerman], [french, { ...german, cv: null }])).toBeNull();
    expect(proposeProfile([inGerman], [{ ...french, language: null }, german])).toBeNull();
    expect(proposeProfile([], [french, german])).toBeNull();
  });

  it("is compared with each letter's language: those in another are asked about", () => {
    const inFrench = { ...inGerman, language: "fr" as const };
    const withGerman = { ...inGerman, profile_id: "de" };
    expect(listInOtherLanguage([inGerman, inFrench, withGerman], [french, german], null)).toEqual([inGerman]);
    expect(listInOtherLanguage([inGerman, inFrench], [french, german], "de")).toEqual([inFrench]);
    expect(listInOtherLanguage([inGerman], [{ ...french, language: null }], null)).toEqual([]);
  });
});
