import { createBrowserHistory, type RouterHistory } from "@tanstack/history";
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Router as LocationRouter } from "wouter";

// wouter matches paths and draws links; @tanstack/history keeps the browser's history and can block a navigation, which
// wouter alone cannot. docs/decisions has the comparison with larger routers.

interface Place {
  history: RouterHistory;
  pathname: string;
  /** What follows the path, with its question mark. */
  search: string;
  /** Counts arrivals at a screen: leaving it and coming back before the next one has loaded must start it again. */
  visit: number;
}
const PlaceContext = createContext<Place | null>(null);

function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("There is no <Router> around this component");
  return place;
}

export const useVisit = (): number => usePlace().visit;
export const useHistory = (): RouterHistory => usePlace().history;

/** The location hook that wouter asks for. */
function useHistoryLocation(): [string, (path: string, options?: { replace?: boolean }) => void] {
  const { history, pathname } = usePlace();
  const navigate = (path: string, { replace = false }: { replace?: boolean } = {}) => {
    // A link to the screen shown adds nothing to the history.
    if (path === history.location.pathname + history.location.search) return;
    if (replace) return history.replace(path);
    // Otherwise a change of the same moment would become part of the new entry.
    history.flush();
    history.push(path);
  };
  return [pathname, navigate];
}

const useHistorySearch = (): string => usePlace().search.slice(1);

// Outside the component: a hook passed as a value there would look like a broken rule of hooks.
const ROUTER_OPTIONS = { hook: useHistoryLocation, searchHook: useHistorySearch };

/** Provides the location to wouter's components and hooks. */
export function Router({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory());
  const [place, setPlace] = useState(() => {
    const { pathname, search } = history.location;
    return { pathname, search, visit: 0 };
  });
  const shownPathname = useRef(place.pathname);
  useLayoutEffect(() => {
    shownPathname.current = place.pathname;
  }, [place.pathname]);
  useLayoutEffect(() => {
    const update = () => {
      const { pathname, search } = history.location;
      const show = () =>
        setPlace((before) => {
          if (before.pathname !== pathname) return { pathname, search, visit: before.visit + 1 };
          return before.search === search ? before : { ...before, search };
        });
      // Another screen in a transition, so that the current one stays until it has loaded; its own state at once.
      if (shownPathname.current === pathname) show();
      else startTransition(show);
    };
    // A redirect of the first render has navigated before this effect subscribes.
    update();
    return history.subscribe(update);
  }, [history]);
  const value = useMemo(() => ({ history, ...place }), [history, place]);
  return (
    <PlaceContext value={value}>
      <LocationRouter {...ROUTER_OPTIONS}>{children}</LocationRouter>
    </PlaceContext>
  );
}

/** Where @tanstack/history keeps the position of an entry. */
const INDEX_KEY = "__TSR_index";

interface BlockedNavigation {
  proceed: () => void;
  cancel: () => void;
}

/**
 * Blocks links and the browser's Back while `when`, and has the browser ask before the tab closes.
 * @returns the navigation that was blocked, until it proceeds or is cancelled
 */
export function useBlocker(when: boolean): BlockedNavigation | null {
  const { history } = usePlace();
  const [retry, setRetry] = useState<{ navigate: () => void } | null>(null);
  // The screen stays until the next one has loaded: it asks only once.
  const allowed = useRef(false);
  // A layout effect: it is cleaned up before the layout effect of a redirect that replaces this screen navigates.
  useLayoutEffect(() => {
    if (!when) return;
    const unblock = history.block({
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        const isLink = action === "PUSH" || action === "REPLACE";
        // An entry without state is a jump within a page (the skip link): how far away it lies is unknown.
        const isUnknownEntry = !isLink && window.history.state === null;
        // Its own state changes while a screen stays; Back to other state closes what is open over it.
        const isOwnState =
          nextLocation.pathname === currentLocation.pathname &&
          (isLink || nextLocation.search === currentLocation.search);
        if (allowed.current || isUnknownEntry || isOwnState) return false;
        const steps = nextLocation.state[INDEX_KEY] - currentLocation.state[INDEX_KEY];
        setRetry({
          navigate: () => {
            if (action === "PUSH") history.push(nextLocation.href, undefined, { ignoreBlocker: true });
            else if (action === "REPLACE") history.replace(nextLocation.href, undefined, { ignoreBlocker: true });
            else history.go(steps, { ignoreBlocker: true });
          },
        });
        return true;
      },
    });
    return () => {
      unblock();
      setRetry(null);
    };
  }, [history, when]);
  if (!retry) return null;
  return {
    proceed: () => {
      allowed.current = true;
      setRetry(null);
      retry.navigate();
    },
    cancel: () => setRetry(null),
  };
}
