import * as z from "zod/mini";
import { later } from "../../../worker/contract/later";
import { stored } from "../../lib/storage";

/** The screen on which a session ended by itself: signing in again leads back there. Null while none has. */
export const returnTo = stored<string | null>("session", "returnTo", later(() => z.nullable(z.string())), null, true);
