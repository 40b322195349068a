import { expect, it } from "vitest";
import * as z from "zod/mini";
import { later } from "../../worker/contract/later";

it("makes a schema once, when it is first asked for something", () => {
  let made = 0;
  const Name = later(() => {
    made += 1;
    return z.string();
  });
  const Person = later(() => z.object({ name: Name }));
  expect(made).toBe(0);
  expect(Person.parse({ name: "Ana" })).toEqual({ name: "Ana" });
  expect(Person.safeParse({ name: 1 }).success).toBe(false);
  expect(made).toBe(1);
});

it("is to others the schema it makes: built upon, looked into, told from what is none", () => {
  const Language = later(() => z.enum(["fr", "en"]));
  const Person = later(() => z.object({ language: Language }));
  const Named = z.extend(Person, { name: z.optional(z.string()) });
  expect(Named.parse({ language: "fr" })).toEqual({ language: "fr" });
  expect(Language.options).toEqual(["fr", "en"]);
  expect("_zod" in Language).toBe(true);
  expect(z.record(Language, z.number()).safeParse({ fr: 1 }).success).toBe(false);
});
