import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { navigate, whenMoved } from "./history";

// The app has a dozen addresses and none of them takes a parameter: a router made for more weighs as much as the dashboard.

const Place = createContext({ path: "/", visit: 0 });
/** The path on screen. */
export const usePathname = (): string => useContext(Place).path;
/** Counts the arrivals at a screen: one that is left and come back to before another was there begins anew all the same. */
export const useVisit = (): number => useContext(Place).visit;

/** Around all that asks for the path. */
export function Router({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => ({ path: window.location.pathname, visit: 0 }));
  // As a transition: the screen that is there stays until the next one has been fetched. Listening before what is drawn first can lead elsewhere.
  useLayoutEffect(
    () =>
      whenMoved((next) =>
        startTransition(() =>
          setPlace((before) => (before.path === next ? before : { path: next, visit: before.visit + 1 })),
        ),
      ),
    [],
  );
  return <Place value={place}>{children}</Place>;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
}

/** A link within the app. What the browser does with a modifier key or another button stays the browser's. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

/** A link that says when it is the one to the screen shown. */
export function NavLink({ className = "", ...rest }: LinkProps) {
  const here = usePathname() === rest.to;
  return (
    <Link
      {...rest}
      className={here ? `${className} active` : className}
      {...(here && { "aria-current": "page" as const })}
    />
  );
}

/** Goes elsewhere in place of what would be here. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
