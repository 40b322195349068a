import { zValidator } from "@hono/zod-validator";
import type { Handler, MiddlewareHandler } from "hono";
import type * as z from "zod/mini";
import type { SessionCookie } from "../auth/session-lifecycle";
import { tokenExistsSql } from "../auth/store-sessions";
import type { Endpoint, PathParams } from "../contract/endpoint";
import type { BatchResponse, Condition, Statement } from "../db/client";
import { EMPTY_BODY, readFile, requireJsonBody, safeParseInput, toInputError, validate } from "./request-body";
import type { App, AppEnv, RequestContext, ShardContext, SignedInContext } from "./request-context";
import { checkSession, requireSessionCookie } from "./require-session";

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
/** The validated input of a request. */
export interface RequestInput<E extends Endpoint> {
  params: PathParams<E>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
  file: E["file"] extends string ? File : undefined;
}
/** Input known before the session is checked: the query of a GET, never a body. */
type ReadInput<E extends Endpoint> = Pick<RequestInput<E>, E["method"] extends "GET" ? "params" | "query" : "params">;

/** User and token of a session cookie, before it is checked. */
export interface ClaimedSession extends SessionCookie {
  /** Holds in SQL only if the session is live: writes in the reads must depend on it. */
  isLive: Condition;
}

type Answer<E extends Endpoint> = z.input<E["answer"]>;
type Awaitable<T> = T | Promise<T>;
type HandlerContext<E extends Endpoint> = E["access"] extends "public" ? RequestContext : SignedInContext;

interface RouteOptions<E extends Endpoint, Reads extends readonly Statement[]> {
  /**
   * Statements that go out with the session check, in one round trip. Their rows reach the handler only if the session
   * is valid. `cookie` is unchecked: select only rows of its user.
   */
  reads?: (context: ShardContext, cookie: ClaimedSession, input: ReadInput<E>) => Reads;
  /** Returns the JSON of the answer, or a Response for anything else. */
  handler: (
    context: HandlerContext<E>,
    input: RequestInput<E>,
    rows: BatchResponse<Reads>,
  ) => Awaitable<Answer<E> | Response>;
  /**
   * Reverts writes of the reads for a request that fails before its handler. A handler that began goes on to its end,
   * though the client leaves.
   */
  undoReads?: (context: ShardContext, cookie: ClaimedSession, input: ReadInput<E>) => Promise<void>;
  /**
   * Answers a poll without the session row; null leaves it to the session check and the handler.
   * @param query not yet validated
   */
  answerPoll?: (
    context: RequestContext,
    params: PathParams<E>,
    query: Record<string, string>,
  ) => Promise<Answer<E> | null>;
}

interface Validated {
  out: { query: unknown; json: unknown };
}
type Step = MiddlewareHandler<AppEnv, string, Validated>;

/**
 * Serves an endpoint of the contract: session check, validation, handler, JSON.
 *
 *     route(app, api.getCompany, {
 *       reads: ({ deps }, { userId }, { params }) => [companyQuery(deps.db, userId, params.id)] as const,
 *       handler: (context, input, [[row]]) => ({ company: toCompany(row) }),
 *     });
 */
export function route<const E extends Endpoint, const Reads extends readonly Statement[] = readonly []>(
  app: App,
  endpoint: E,
  { reads, handler, undoReads, answerPoll }: RouteOptions<E, Reads>,
): void {
  const prepareReads = (context: ShardContext, cookie: SessionCookie, input: object) =>
    reads?.(context, toClaimedSession(cookie), input as ReadInput<E>) ?? [];
  const respond = (context: RequestContext | SignedInContext, input: object, rows: readonly unknown[]) =>
    handler(context as HandlerContext<E>, input as RequestInput<E>, rows as BatchResponse<Reads>);

  if (endpoint.method === "GET")
    keepGet(app, endpoint, (query) => {
      const input = { params: {}, query: endpoint.query && validate(endpoint.query, query) };
      return {
        access: endpoint.access,
        read: (context, cookie) => prepareReads(context, cookie, input),
        respond: async (context, rows) => respond(context, input, rows),
      };
    });

  const poll: Step = async (c, next) => {
    const answer = (await answerPoll?.(c.get("context"), c.req.param() as PathParams<E>, c.req.query())) ?? null;
    return answer === null ? next() : c.json(answer as object);
  };
  const undo: Step = async (c, next) => {
    const handling = next();
    // To its end when the client leaves, or what the reads claimed would stay so; the await reports an error.
    if (undoReads) c.get("context").runAfterResponse(handling.catch(() => undefined));
    await handling;
    const [context, cookie] = [c.get("shardContext"), c.get("sessionCookie")];
    if (!context || c.get("isHandled")) return;
    const input: object = { params: c.req.param() };
    const undone = undoReads?.(context, toClaimedSession(cookie), input as ReadInput<E>);
    if (undone) context.runAfterResponse(undone);
  };
  const session: Step = async (c, next) => {
    const cookie = c.get("sessionCookie");
    const input = { params: c.req.param(), query: endpoint.query && c.req.valid("query") };
    const toStatements = (context: ShardContext) => prepareReads(context, cookie, input);
    c.set("session", await checkSession(c.get("context"), cookie, endpoint, toStatements));
    await next();
  };
  const validators = toValidators(endpoint);
  // The reads of a GET may depend on its query.
  const inOrder = endpoint.method === "GET" && reads ? [...validators, session] : [session, ...validators];
  const guarded = [...(answerPoll ? [poll] : []), requireCookie, ...(undoReads ? [undo] : []), ...inOrder];

  const handle: Handler<AppEnv, string, Validated> = async (c) => {
    const input = {
      params: c.req.param(),
      query: endpoint.query && c.req.valid("query"),
      body: endpoint.body && c.req.valid("json"),
      file: endpoint.file && endpoint.fileLimit && (await readFile(c.req.raw, endpoint.file, endpoint.fileLimit)),
    };
    c.set("isHandled", true);
    const session = c.get("session");
    const answer = await respond(session?.context ?? c.get("context"), input, session?.rows ?? []);
    return answer instanceof Response ? answer : c.json(answer as object);
  };
  app.on(endpoint.method, [endpoint.path], ...(endpoint.access === "public" ? validators : guarded), handle);
}

const toClaimedSession = (cookie: SessionCookie): ClaimedSession => ({
  ...cookie,
  // Built on access: hardly any read writes.
  get isLive() {
    return tokenExistsSql(cookie);
  },
});

const requireCookie: Step = async (c, next) => {
  c.set("sessionCookie", await requireSessionCookie(c.get("context")));
  await next();
};

function toValidators({ method, query, body, bodyOptional, file }: Endpoint): Step[] {
  const validators = query ? [toValidator("query", query)] : [];
  // A file has its own limit, applied while it is read.
  if (method === "GET" || file !== undefined) return validators;
  const isOptional = body === undefined || bodyOptional === true;
  return [...validators, requireJsonBody({ isOptional }), toValidator("json", body ?? EMPTY_BODY)];
}

const toValidator = (target: "query" | "json", schema: z.ZodMiniType): Step =>
  zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw toInputError(result.error);
    },
    { validationFunction: safeParseInput },
  );

/** A GET with its query validated, for the preload, which answers several at once. */
interface PreparedGet {
  access: Endpoint["access"];
  /** Statements to send with the session check. */
  read(context: ShardContext, cookie: SessionCookie): readonly Statement[];
  /** The answer, once their rows are there and the session is good. */
  respond(context: SignedInContext, rows: readonly unknown[]): Promise<unknown>;
}
type PrepareGet = (query: Record<string, string>) => PreparedGet;
const gets = new WeakMap<App, Map<string, PrepareGet>>();

function keepGet(app: App, { path }: Endpoint, prepare: PrepareGet): void {
  const known = gets.get(app) ?? new Map<string, PrepareGet>();
  gets.set(app, known.set(path, prepare));
}

/** The GET without path parameters that `route` serves at a path. */
export function findGet(app: App, path: string): PrepareGet {
  const get = gets.get(app)?.get(path);
  if (!get) throw new Error(`no GET is served at ${path}`);
  return get;
}
