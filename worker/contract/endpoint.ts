import type * as z from "zod/mini";
import type { ErrorCode } from "./errors";
import type { Quota } from "./limits";

/** Who may call: anyone, a signed-in user, or a signed-in user who finished the setup wizard. */
type Access = "public" | "session" | "ready";

/**
 * One call of the API: where it is, who may make it, its input and its output. The worker serves it and the web app
 * calls it from this one description, so they cannot drift apart.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** A call that asks for something and changes nothing, though it is no GET: other tabs need not hear of it. */
  readonly readOnly?: true;
  /** The hourly quota that every call counts against, whether or not it succeeds. Not for public calls. */
  readonly quota?: Quota;
  /** The user must have signed in, or confirmed who they are, within the last ten minutes. */
  readonly recentSignIn?: true;
  readonly query?: z.ZodMiniType;
  /** JSON body. A call without one takes no body. */
  readonly body?: z.ZodMiniType;
  /** The body may be left out altogether; it is then read as `{}`. */
  readonly bodyOptional?: true;
  /** Name of the one file field of a multipart body. */
  readonly file?: string;
  /** Largest file, in bytes, and the error for a larger one. */
  readonly fileLimit?: { readonly bytes: number; readonly tooLarge: ErrorCode };
  readonly answer: z.ZodMiniType;
  /** Content type of an answer that is a file; its `answer` then says nothing. JSON where none is named. */
  readonly answerType?: string;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** Values of the `:name` parameters of a path; `{}` for a path without any. */
export type PathParams<E extends Endpoint> = Record<ParamName<E["path"]>, string>;
export type Answer<E extends Endpoint> = z.output<E["answer"]>;
export type Body<E extends Endpoint> = E["body"] extends z.ZodMiniType ? z.input<E["body"]> : undefined;
export type Query<E extends Endpoint> = E["query"] extends z.ZodMiniType ? z.input<E["query"]> : undefined;

/** Keeps the literal types of an endpoint's description. */
export const defineEndpoint = <const E extends Endpoint>(description: E): E => description;

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** The URL of a call. Server, web app and the preloading page all build it here, as they compare URLs as text. */
export function toUrl(path: string, query: QueryValues = {}, params: Readonly<Record<string, string>> = {}): string {
  const filled = path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  return `/api${filled}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}
