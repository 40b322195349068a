import { Router, usePathname, useVisit } from "../lib/router";
import { AppRoot } from "./app-root";
import { Frame } from "./frame";
import { plain } from "./guards";
import { Preferences } from "./preferences";
import { FRAMED, ROOMS } from "./screens";
import { Shell } from "./shell";

/** Every address of the app, drawn. Who may see it is decided in guards.ts; an unknown path is always sent elsewhere. */
export function AppRouter() {
  return (
    <Router>
      <AppRoot>
        <CurrentScreen />
      </AppRoot>
    </Router>
  );
}

function CurrentScreen() {
  const path = plain(usePathname());
  const visit = useVisit();
  const Framed = FRAMED.get(path)?.Screen;
  if (Framed)
    return (
      <Frame preferences={<Preferences variant="floating" />}>
        <Framed key={visit} />
      </Frame>
    );
  const Room = ROOMS.get(path)?.Screen;
  return Room ? (
    <Shell>
      <Room key={visit} />
    </Shell>
  ) : null;
}
