import { describe, expect, it } from "vitest";
import { replaceTemplate, undoTemplate } from "../../../web/features/account/hooks/use-template-draft";
import { isCommonPassword, splitWords } from "../../../web/features/account/model/common-passwords";
import { COMMON_PASSWORDS } from "../../../web/features/account/model/common-passwords.data";
import { findCvProblem } from "../../../web/features/account/model/cv-validation";
import {
  findNewPasswordProblems,
  findPasswordProblems,
  validateForm,
} from "../../../web/features/account/model/form-validation";
import { RegisterBody } from "../../../worker/contract/account";

const good = { name: "Ana", email: "ana@mail.example", password: "secret1", language: "fr" };

describe("the sign-up form", () => {
  it.each([
    [good, {}],
    [{ ...good, name: " " }, { name: "required" }],
    [{ ...good, email: "ana" }, { email: "email_invalid" }],
    [{ ...good, password: "12345" }, { password: "password_too_short" }],
    [{ ...good, password: "x".repeat(129) }, { password: "password_too_long" }],
  ])("%o gives %o", (values, problems) => {
    expect(validateForm(RegisterBody, values)).toEqual(problems);
  });

  it("wants the password twice", () => {
    expect(findPasswordProblems("", "")).toEqual({ password: "required", confirmation: "required" });
    expect(findPasswordProblems("secret1", "secret2")).toEqual({ confirmation: "password_mismatch" });
    expect(findPasswordProblems("secret1", "secret1")).toEqual({});
  });
});

describe("a new password", () => {
  it("is wanted twice, and the one before where there is one", () => {
    expect(findNewPasswordProblems({ new_password: "", current_password: "" }, "")).toEqual({
      new_password: "required",
      current_password: "required",
      confirmation: "required",
    });
    expect(findNewPasswordProblems({ new_password: "secret1" }, "secret2")).toEqual({
      confirmation: "password_mismatch",
    });
    expect(findNewPasswordProblems({ new_password: "secret1", current_password: "secret0" }, "secret1")).toEqual({});
  });

  const common = splitWords(COMMON_PASSWORDS);
  it.each([
    "123456",
    "password",
    "PassWord",
    "azerty",
    "motdepasse",
    "qwertz",
    "aaaaaa",
    "0000000000",
    "ｐａｓｓｗｏｒｄ",
  ])("%s is a common one", (password) => {
    expect(isCommonPassword(password, common)).toBe(true);
  });
  it.each(["", "une phrase que je retiens", "motdepasse de Camille", "kj3-Vb!", "ababab"])("“%s” is not", (password) =>
    expect(isCommonPassword(password, common)).toBe(false),
  );

  it("is compared with about three thousand, none too short or listed twice", () => {
    expect(common.size).toBe(COMMON_PASSWORDS.trim().split(/\s+/u).length);
    expect(common.size).toBeGreaterThan(3_000);
    expect([...common].filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([]);
  });
});

describe("a chosen CV", () => {
  it.each([
    [{ name: "cv.pdf", type: "application/pdf", size: 100 }, null],
    [{ name: "CV.PDF", type: "", size: 100 }, null],
    [{ name: "cv.png", type: "image/png", size: 100 }, "cv_pdf_only"],
    [{ name: "cv.pdf", type: "application/pdf", size: 101 }, "cv_too_large"],
  ])("%o: %s", (file, problem) => {
    expect(findCvProblem(file, 100)).toBe(problem);
  });
});

describe("the template's history", () => {
  it("brings back what the assistant replaced, step by step", () => {
    const twice = replaceTemplate(replaceTemplate({ text: "mine", past: [] }, "better"), "best");
    expect(undoTemplate(twice)).toEqual({ text: "better", past: ["mine"] });
    expect(undoTemplate(undoTemplate(twice))).toEqual({ text: "mine", past: [] });
    expect(undoTemplate({ text: "mine", past: [] })).toEqual({ text: "mine", past: [] });
  });

  it("keeps no step for an answer that changes nothing", () => {
    expect(replaceTemplate({ text: "mine", past: [] }, "mine")).toEqual({ text: "mine", past: [] });
  });
});
