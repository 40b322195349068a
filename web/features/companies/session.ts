import * as z from "zod/mini";
import { later } from "../../../worker/contract/later";
import { stored } from "../../lib/storage";

/** The selection that a tab remembers of the dashboard. */
export const storedSelection = stored<string[]>(
  "session",
  "selectedCompanyIds",
  later(() => z.array(z.string())),
  [],
);
