/** The sections of the settings, by the last part of their address. */
export const SETTINGS_SECTIONS = [
  "gmail",
  "answers",
  "cv",
  "template",
  "do-not-contact",
  "account",
  "security",
  "data",
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];
