import { AccountPreferences } from "./features/account/components/account-preferences";
import { AppLayout } from "./layouts/app-layout";
import { PublicLayout } from "./layouts/public-layout";
import { RootLayout } from "./layouts/root-layout";
import { trimTrailingSlashes } from "./layouts/route-guards";
import { Router, usePathname, useVisit } from "./lib/router";
import { publicRoutes, appRoutes } from "./routes.tsx";

/** Every address of the app, drawn. Who may see it is decided in guards.ts; an unknown path is always sent elsewhere. */
export function AppRouter() {
  return (
    <Router>
      <RootLayout>
        <CurrentScreen />
      </RootLayout>
    </Router>
  );
}

function CurrentScreen() {
  const path = trimTrailingSlashes(usePathname());
  const visit = useVisit();
  const Framed = publicRoutes.get(path)?.Screen;
  if (Framed)
    return (
      <PublicLayout preferences={<AccountPreferences variant="floating" />}>
        <Framed key={visit} />
      </PublicLayout>
    );
  const Room = appRoutes.get(path)?.Screen;
  return Room ? (
    <AppLayout>
      <Room key={visit} />
    </AppLayout>
  ) : null;
}
