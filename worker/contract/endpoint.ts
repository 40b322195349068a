import type * as z from "zod/mini";
import type { Quota } from "./limits";

/** Who may call: anyone, a signed-in user, or a signed-in user who finished the setup wizard. */
type Access = "public" | "session" | "ready";

/**
 * One call of the API: where it is, who may make it, what goes in and what comes out.
 * The worker serves it and the web app calls it from this one description, so neither can drift.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** What the call costs its user, counted whether or not it succeeds; refused once the hour's quota is used up. Not of public calls or `serveRead`. */
  readonly spends?: Quota;
  /** Its user must have signed in, or proved anew who they are, within the last ten minutes. */
  readonly recentSignIn?: true;
  readonly query?: z.ZodMiniType;
  /** JSON body. A call without one takes no body. */
  readonly body?: z.ZodMiniType;
  /** The body may be left out altogether; it is then read as `{}`. */
  readonly bodyOptional?: true;
  /** Name of the one file field of a multipart body. */
  readonly file?: string;
  readonly answer: z.ZodMiniType;
}

export type Answer<E extends Endpoint> = z.output<E["answer"]>;
export type Body<E extends Endpoint> = E["body"] extends z.ZodMiniType ? z.input<E["body"]> : undefined;
export type Query<E extends Endpoint> = E["query"] extends z.ZodMiniType ? z.input<E["query"]> : undefined;

/** Keeps the literal types of an endpoint's description. */
export const endpoint = <const E extends Endpoint>(description: E): E => description;
