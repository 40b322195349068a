import { config } from "zod/mini";

// Imported before any schema is made: zod would try `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
