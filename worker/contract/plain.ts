import * as z from "zod/mini";

// Values of which nothing more is asked, made once: a page of the web app makes all schemas before it shows anything.

export const Text = z.string();
export const Count = z.number();
export const Flag = z.boolean();
