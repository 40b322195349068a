import type { Env } from "../../../worker/platform/env";

/** A binding with some members of our own. workerd calls the methods of a binding on nothing else. */
export const overrideMembers = <T extends object>(
  target: T,
  own: Readonly<Partial<Record<string | symbol, unknown>>>,
): T =>
  new Proxy(target, {
    get(of, name): unknown {
      const value = own[name];
      if (value !== undefined) return value;
      const member: unknown = Reflect.get(of, name);
      return typeof member === "function" ? (member.bind(of) as unknown) : member;
    },
  });

/** Wraps each environment once: the product keeps what it composes from one. */
export function memoizeByEnv(wrap: (env: Env) => Env): (env: Env) => Env {
  const wrappedEnvs = new WeakMap<Env, Env>();
  return (env) => {
    const wrapped = wrappedEnvs.get(env) ?? wrap(env);
    wrappedEnvs.set(env, wrapped);
    return wrapped;
  };
}
