import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLogout } from "../features/account/use-logout";
import { NavLink } from "../lib/router";
import { useRootMark } from "../lib/use-root-mark";
import { Brand } from "../ui/brand";
import { IconButton } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";
import { Spinner } from "../ui/spinner";
import { Preferences } from "./preferences";
import "./shell.css";
import { useSidebarStatus } from "./sidebar-status";

/** The signed-in app: the sidebar, which is a bottom bar on a phone, and the screen beside it. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { writing, search } = useSidebarStatus();
  useRootMark("with-nav", true);
  return (
    <div className="shell">
      <header className="sidebar">
        <NavLink to="/dashboard" className="brand">
          <Brand />
        </NavLink>
        <nav aria-label={t(($) => $.common.nav.label)}>
          <Entry
            to="/dashboard"
            icon="companies"
            label={t(($) => $.common.nav.dashboard)}
            mark={writing ? "busy" : null}
            markLabel={t(($) => $.common.nav.writing)}
          />
          <Entry
            to="/search"
            icon="search"
            label={t(($) => $.common.nav.search)}
            mark={search}
            markLabel={search === "done" ? t(($) => $.common.nav.found) : t(($) => $.common.nav.searching)}
          />
          <Entry to="/archive" icon="archive" label={t(($) => $.common.nav.archive)} />
          <Entry to="/settings" icon="gear" label={t(($) => $.common.nav.settings)} />
        </nav>
        <div className="sidebar-foot">
          <Preferences variant="navbar" />
          <Logout />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

interface EntryProps {
  to: string;
  icon: IconName;
  label: string;
  mark?: "busy" | "done" | null;
  markLabel?: string;
}

function Entry({ to, icon, label, mark = null, markLabel }: EntryProps) {
  return (
    <NavLink to={to} className="nav-entry">
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
      {mark !== null && <span className="visually-hidden"> ({markLabel})</span>}
    </NavLink>
  );
}

function Logout() {
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
