import * as z from "zod/mini";

// Values of which nothing more is asked, made once.

export const Text = z.string();
export const Count = z.number();
export const Flag = z.boolean();
