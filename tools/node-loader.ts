import { registerHooks } from "node:module";

/** Lets plain Node read the product's sources: their imports name no ending, because bundlers and types need none. */
registerHooks({
  resolve(specifier, context, next) {
    const ours =
      /^\.{1,2}\//.test(specifier) &&
      !/\.[a-z]{2,4}$/.test(specifier) &&
      !context.parentURL?.includes("/node_modules/");
    return next(ours ? `${specifier}.ts` : specifier, context);
  },
});
