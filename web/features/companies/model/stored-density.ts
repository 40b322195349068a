import { createStoredValue, enumSchema } from "../../../lib/stored-value";

export type Density = "regular" | "compact";

/** Heights of a row on a wide screen; companies.css sets them. */
export const ROW_HEIGHTS_PX: Record<Density, number> = { regular: 44, compact: 36 };

/** How close the rows of the list stand, kept in this browser. */
export const storedDensity = createStoredValue<Density>(
  "local",
  "companyRows",
  enumSchema("regular", "compact"),
  "regular",
  true,
);
