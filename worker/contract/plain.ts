import * as z from "zod/mini";
import { later } from "./later";

// Values of which nothing more is asked, made once.

export const Text = later(() => z.string());
export const Count = later(() => z.number());
export const Flag = later(() => z.boolean());
