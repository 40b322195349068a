import * as z from "zod/mini";
import { stored } from "../../lib/storage";

/** The selection that a tab remembers of the dashboard. */
export const storedSelection = stored<string[]>("session", "selectedCompanyIds", z.array(z.string()), []);
