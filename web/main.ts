import { config } from "zod/mini";
import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";

// Before any schema is made: zod would try `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
// Who comes to the landing page has no use for the app yet.
const { start } = await (window.location.pathname === "/" ? import("./app/start-landing") : import("./app/start"));
const root = document.getElementById("root");
if (root) await start(root);
