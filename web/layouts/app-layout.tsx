import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRoute } from "wouter";
import { AccountPreferences } from "../features/account/components/account-preferences";
import { useLogout } from "../features/account/hooks/use-logout";
import { createLatePart } from "../lib/late-part";
import { useAfterFirstPaint } from "../lib/use-after-first-paint";
import { useRootClass } from "../lib/use-root-class";
import { IconButton } from "../ui/button/button";
import { Icon, type IconName } from "../ui/graphics/icon";
import { Brand } from "../ui/page/brand";
import { Spinner } from "../ui/status/spinner";
import "./app-layout.css";
import { useSidebarStatus } from "./use-sidebar-status";

// The dashboard is shown first.
const OutboxWatch = createLatePart(async () => (await import("./outbox-watch")).OutboxWatch);

const LiveUpdates = createLatePart(async () => {
  // Nothing that the screen waits for: it has just asked for everything.
  await new Promise((resolve) => setTimeout(resolve, LIVE_AFTER_MS));
  return (await import("./live-updates")).LiveUpdates;
});
const LIVE_AFTER_MS = 2_000;

/** The companies of the dashboard one by one, as a board, and those to follow up. */
const LIST_PATHS = /^\/(?:board|follow-ups|companies\/[^/]+)\/?$/u;

/** The signed-in app: the sidebar, which is a bottom bar on a phone, and the screen beside it. */
export function AppLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { writing, search, outbox } = useSidebarStatus();
  const painted = useAfterFirstPaint();
  useRootClass("with-nav", true);
  return (
    <div className="shell">
      <header className="sidebar">
        <NavLink to="/dashboard" className="brand">
          <Brand />
        </NavLink>
        <nav aria-label={t(($) => $.common.nav.label)}>
          <NavEntry
            to="/dashboard"
            also={LIST_PATHS}
            icon="companies"
            label={t(($) => $.common.nav.dashboard)}
            mark={writing ? "busy" : null}
            markLabel={t(($) => $.common.nav.writing)}
          />
          <NavEntry
            to="/search"
            also="/own-companies"
            icon="search"
            label={t(($) => $.common.nav.search)}
            mark={search}
            markLabel={search === "done" ? t(($) => $.common.nav.found) : t(($) => $.common.nav.searching)}
          />
          <NavEntry
            to="/outbox"
            icon="send"
            label={t(($) => $.common.nav.outbox)}
            mark={outbox.waiting > 0 ? outbox.waiting : outbox.problems > 0 ? "problem" : null}
            markLabel={
              outbox.waiting > 0
                ? t(($) => $.common.nav.waiting, { count: outbox.waiting })
                : t(($) => $.common.nav.unsent, { count: outbox.problems })
            }
          />
          <NavEntry to="/stats" also="/report" icon="chart" label={t(($) => $.common.nav.stats)} />
          <NavEntry to="/archive" icon="archive" label={t(($) => $.common.nav.archive)} />
          <NavEntry
            to="/settings"
            also={/^\/(?:settings\/.+|sent)$/u}
            icon="gear"
            label={t(($) => $.common.nav.settings)}
          />
        </nav>
        <div className="sidebar-foot">
          <AccountPreferences variant="navbar" />
          <LogoutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {painted && <OutboxWatch />}
        {painted && <LiveUpdates />}
        {children}
      </main>
    </div>
  );
}

interface NavLinkProps {
  to: string;
  /** Other screens behind the same link. */
  also?: string | RegExp | undefined;
  className: string;
  children: ReactNode;
}

/** A link that is marked while its screen is shown. */
function NavLink({ to, also = to, className, children }: NavLinkProps) {
  const [isItself] = useRoute(to);
  const [isOther] = useRoute(also);
  const isCurrent = isItself || isOther;
  return (
    <Link
      to={to}
      className={isCurrent ? `${className} active` : className}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </Link>
  );
}

interface NavEntryProps {
  to: string;
  also?: string | RegExp;
  icon: IconName;
  label: string;
  /** A number is shown itself. */
  mark?: "busy" | "done" | "problem" | number | null;
  markLabel?: string;
}

function NavEntry({ to, also, icon, label, mark = null, markLabel }: NavEntryProps) {
  return (
    <NavLink to={to} also={also} className="nav-entry">
      <Icon name={icon} />
      <span>{label}</span>
      {mark === "busy" && (
        <span className="nav-mark">
          <Spinner />
        </span>
      )}
      {mark === "done" && (
        <span className="nav-mark done">
          <Icon name="check" />
        </span>
      )}
      {mark === "problem" && (
        <span className="nav-mark">
          <Icon name="warning" />
        </span>
      )}
      {typeof mark === "number" && (
        <span className="nav-mark numbers" aria-hidden="true">
          {mark}
        </span>
      )}
      {mark !== null && <span className="visually-hidden"> ({markLabel})</span>}
    </NavLink>
  );
}

function LogoutButton() {
  const { t } = useTranslation();
  const leave = useLogout();
  return (
    <IconButton
      icon="logout"
      label={t(($) => $.common.nav.logout)}
      busy={leave.isPending}
      onClick={() => leave.mutate()}
    />
  );
}
