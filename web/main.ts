import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/forced-colors.css";

// Who comes to the landing page has no use for the app yet.
const { start } = await (window.location.pathname === "/" ? import("./app/start-landing") : import("./app/start"));
const root = document.getElementById("root");
if (root) await start(root);
