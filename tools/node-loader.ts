import { registerHooks } from "node:module";

/** Lets plain Node load the product's sources, whose imports have no file extension. */
registerHooks({
  resolve(specifier, context, next) {
    const isOwnImport =
      /^\.{1,2}\//.test(specifier) &&
      !/\.(?:[cm]?[jt]sx?|json)$/.test(specifier) &&
      !context.parentURL?.includes("/node_modules/");
    return next(isOwnImport ? `${specifier}.ts` : specifier, context);
  },
});
