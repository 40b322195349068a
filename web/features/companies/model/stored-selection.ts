import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

/** The selection that a tab remembers of the dashboard. */
export const storedSelection = createStoredValue<string[]>("session", "selectedCompanyIds", z.array(z.string()), []);
