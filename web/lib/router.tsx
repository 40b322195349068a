import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, startTransition, useContext, useEffect, useState } from "react";
import { navigate, whenMoved } from "./history";

// The app has a dozen addresses and none of them takes a parameter: a router made for more weighs as much as the dashboard.

const Path = createContext("/");
/** The path on screen. */
export const usePathname = (): string => useContext(Path);

/** Around all that asks for the path. */
export function Router({ children }: { children: ReactNode }) {
  const [path, setPath] = useState(() => window.location.pathname);
  // As a transition: the screen that is there stays until the next one has been fetched.
  useEffect(() => whenMoved((next) => startTransition(() => setPath(next))), []);
  return <Path value={path}>{children}</Path>;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
}

/** A link within the app. What the browser does with a modifier key or another button stays the browser's. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={to} onClick={follow}>{children}</a>;
}

/** A link that says when it is the one to the screen shown. */
export function NavLink({ className = "", ...rest }: LinkProps) {
  const here = usePathname() === rest.to;
  return <Link {...rest} className={here ? `${className} active` : className} {...(here && { "aria-current": "page" as const })} />;
}

/** Goes elsewhere in place of what would be here. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
