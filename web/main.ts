import "./ui/styles/fonts.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/forced-colors.css";
import { startPage } from "./prerender/start-page";

// Small and without React, so that it runs before the rest has arrived. A failure is an unhandled rejection.
void startPage();
