import "i18next";
import type { fr } from "./fr-texts";

declare module "i18next" {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: "translation";
    resources: { translation: typeof fr };
  }
}
