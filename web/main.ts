import { needTexts } from "./i18n/i18n";
import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";

const root = document.getElementById("root");
const { pathname } = window.location;
// Who comes to the landing page has no use for the app yet.
if (pathname === "/") {
  const { start } = await import("./app/start-landing");
  if (root) await start(root);
} else {
  // All at once: nothing waits for what it does not need. The screen is small beside what draws it.
  const [{ start }] = await Promise.all([import("./app/start"), needTexts("app"), import("./app/screens").then(({ fetchScreen }) => fetchScreen(pathname))]);
  if (root) start(root);
}
