import { startTransition, useEffect, useState } from "react";
import { Outlet, Route, Router, Routes } from "react-router";
import { navigator, placeNow, whenMoved } from "../lib/history";
import { AppRoot } from "./app-root";
import { Frame } from "./frame";
import { Preferences } from "./preferences";
import { FRAMED, ROOMS } from "./screens";
import { Shell } from "./shell";

/** Every address of the app. Who may see it is decided in guards.ts; an unknown path is always sent elsewhere. */
export function AppRouter() {
  const [place, setPlace] = useState(placeNow);
  // As a transition: the screen there is stays until the next one has been fetched.
  useEffect(() => whenMoved((next) => startTransition(() => setPlace(next))), []);
  return (
    <Router location={place.location} navigationType={place.action} navigator={navigator}>
      <Routes>
        <Route element={<AppRoot />}>
          <Route element={<Frame preferences={<Preferences variant="floating" />}><Outlet /></Frame>}>
            {Object.entries(FRAMED).map(([path, { Screen }]) => <Route key={path} path={path} element={<Screen />} />)}
          </Route>
          <Route element={<Shell />}>
            {Object.entries(ROOMS).map(([path, { Screen }]) => <Route key={path} path={path} element={<Screen />} />)}
          </Route>
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </Router>
  );
}
