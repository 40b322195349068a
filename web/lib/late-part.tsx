import { type ComponentType, useEffect, useState } from "react";
import { fetchCodeOnceOnline } from "./fetch-code";

/**
 * A part of a screen that comes after the rest and is not missed while it cannot be fetched: without a connection it
 * is tried again once that is back.
 */
export function createLatePart(fetch: () => Promise<ComponentType>): ComponentType {
  let loading: Promise<ComponentType> | undefined;
  return function LatePart() {
    const [Part, setPart] = useState<ComponentType | null>(null);
    useEffect(() => {
      let isGone = false;
      void (loading ??= fetchCodeOnceOnline(fetch)).then((Fetched) => isGone || setPart(() => Fetched));
      return () => void (isGone = true);
    }, []);
    return Part && <Part />;
  };
}
