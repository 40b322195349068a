import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import { answerScenes } from "./scenes-answers.ts";
import { companyScenes } from "./scenes-companies.ts";
import { singleCompanyScenes } from "./scenes-company.ts";
import { followUpScenes } from "./scenes-follow-ups.ts";
import {
  composeOne,
  testOne,
  failBatch,
  failOne,
  SENT_LOG_PATH,
  showBatchResult,
  openSentLog,
  showNotWritten,
  readMessagesInBatch,
  sendWithDoubt,
  sendOne,
  sendReady,
  sendToUndeliverable,
  fillSentLog,
  fillSettings,
} from "./scenes-mail.ts";
import { numbersScenes } from "./scenes-numbers.ts";
import { outboxScenes } from "./scenes-outbox.ts";
import { ownListScenes } from "./scenes-own-lists.ts";
import { searchScenes } from "./scenes-search.ts";
import { settingsScenes } from "./scenes-settings.ts";
import { setupScenes } from "./scenes-setup.ts";
import { sourceScenes } from "./scenes-sources.ts";
import { visitorScenes } from "./scenes-visitor.ts";
import type { Look } from "./screenshot-page.ts";

const mailScenes: Scene[] = [
  { name: "bulk-send", who: "regular", play: sendReady },
  { name: "mail-batch", who: "regular", play: readMessagesInBatch },
  { name: "mail-result", who: "regular", play: showBatchResult },
  { name: "mail-one", who: "regular", play: sendOne },
  { name: "mail-doubtful", who: "regular", play: sendWithDoubt },
  { name: "mail-undeliverable", who: "regular", play: sendToUndeliverable },
  { name: "mail-failures", who: "regular", play: showNotWritten },
  { name: "mail-one-tested", who: "regular", play: testOne },
  { name: "mail-one-loading", who: "regular", play: composeOne },
  { name: "mail-one-failed", who: "regular", expects: /status of 503/u, play: failOne },
  { name: "bulk-send-failed", who: "regular", expects: /status of 503/u, play: failBatch },
  { name: "mail-settings", who: "regular", play: fillSettings },
  { name: "mail-log", who: "regular", beginsEarly: true, play: fillSentLog },
  screenScene("mail-log-empty", "fresh", "/sent"),
  loadingScene("mail-log-loading", "/sent", SENT_LOG_PATH),
  failedScene("mail-log-failed", "/sent", SENT_LOG_PATH),
  { name: "mail-logged", who: "regular", play: openSentLog },
];

/** Every screen, state and dialog: for screenshots and for checks that cover all screens. */
export const SCENES: Scene[] = [
  ...visitorScenes,
  ...setupScenes,
  ...companyScenes,
  ...mailScenes,
  ...outboxScenes,
  ...followUpScenes,
  ...sourceScenes,
  ...searchScenes,
  ...ownListScenes,
  ...settingsScenes,
  ...singleCompanyScenes,
  ...numbersScenes,
  ...answerScenes,
];

const light: Look = { language: "en", theme: "light", width: 1280 };
const dark: Look = { ...light, theme: "dark" };

/** The README's screenshots of the window. */
export const README_SCREENSHOTS: readonly { file: string; scene: string; look: Look }[] = [
  { file: "landing", scene: "landing", look: light },
  { file: "dashboard", scene: "dashboard", look: light },
  { file: "search", scene: "search-4-running", look: light },
  { file: "contacts", scene: "contacts", look: light },
  { file: "message", scene: "message-sent", look: light },
  { file: "bulk-send", scene: "bulk-send", look: light },
  { file: "night", scene: "dashboard-selected", look: dark },
  { file: "phone", scene: "dashboard", look: { ...light, width: 390 } },
];
