import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

/** Ids of the companies around the one that was opened, as the list showed them. Stored per tab. */
const storedOrder = createStoredValue<string[]>("session", "companyOrder", z.array(z.string()), []);

/** Companies kept on each side of the opened one. */
const MOST_ASIDE = 200;

export const toCompanyPath = (id: string): string => `/companies/${encodeURIComponent(id)}`;

/** Keeps the order of the list for the page of a company that is opened from it. */
export function keepCompanyOrder(rows: readonly { id: string }[], openedId: string): void {
  const at = rows.findIndex(({ id }) => id === openedId);
  storedOrder.write(rows.slice(Math.max(0, at - MOST_ASIDE), at + MOST_ASIDE + 1).map(({ id }) => id));
}

/** Ids of the companies before and after one in the list that it was opened from; none for one opened by its link. */
export function findNeighbours(id: string): { previous: string | undefined; next: string | undefined } {
  const order = storedOrder.read();
  const at = order.indexOf(id);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: order[at - 1], next: order[at + 1] };
}
