import { config } from "zod/mini";

// Import before any schema: zod would otherwise try `new Function`, which the content security policy reports.
config({ jitless: true });
