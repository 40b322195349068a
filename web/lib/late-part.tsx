import { type ComponentType, useEffect, useState } from "react";
import { fetchCode, waitUntilOnline } from "./fetch-code";

/**
 * A part of a screen that comes after the rest and is not missed while it cannot be fetched: without a connection it
 * is tried again once that is back.
 */
export function createLatePart(fetch: () => Promise<ComponentType>): ComponentType {
  const load = (): Promise<ComponentType> => fetchCode(fetch).catch(() => waitUntilOnline().then(load));
  let loading: Promise<ComponentType> | undefined;
  return function LatePart() {
    const [Part, setPart] = useState<ComponentType | null>(null);
    useEffect(() => {
      let isGone = false;
      void (loading ??= load()).then((Fetched) => isGone || setPart(() => Fetched));
      return () => void (isGone = true);
    }, []);
    return Part && <Part />;
  };
}
