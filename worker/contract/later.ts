import type * as z from "zod/mini";

/**
 * A schema that is made when it is first used. Making all of them takes a phone longer than drawing the page that uses a few, and the worker
 * starts anew as often as it likes.
 */
export function later<Schema extends z.core.$ZodType>(make: () => Schema): Schema {
  let made: Schema | undefined;
  const real = () => (made ??= make());
  // To whom asks it is the schema itself: zod and those who use it ask for properties, and for what it has.
  return new Proxy({} as Schema, {
    get: (_, key) => Reflect.get(real(), key),
    has: (_, key) => Reflect.has(real(), key),
  });
}
