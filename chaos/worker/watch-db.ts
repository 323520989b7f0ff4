import type { Sql } from "@/db/client";
import type { CrashPoint } from "./crash-points";

const SITE_LENGTH = 90;

type Work = (tx: Sql) => unknown;

/**
 * The same client, with `point` told of each statement before it is sent and after its answer, and of
 * the begin and the commit of each transaction. A fragment inside another statement is not a call.
 */
export function watchDb<Client extends Sql>(db: Client, point: CrashPoint): Client {
  return new Proxy(db, {
    apply: (target, _this, args: unknown[]) => {
      const result: unknown = Reflect.apply(target, undefined, args);
      return isTemplate(args[0]) ? watchQuery(result, siteOf(args[0]), point) : result;
    },
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key === "begin" || key === "savepoint") return watchTransaction(value, key, point);
      if (key !== "unsafe" || typeof value !== "function") return value;
      return (text: string, ...rest: unknown[]) =>
        watchQuery(value(text, ...rest), siteOf([text]), point);
    },
  });
}

function watchTransaction(begin: unknown, kind: string, point: CrashPoint) {
  if (typeof begin !== "function") return begin;
  return async (...args: unknown[]) => {
    const work = args.pop() as Work;
    let site = kind;
    const settled: unknown = await begin(...args, async (tx: Sql) => {
      let isFirst = true;
      const named: CrashPoint = (moment, statement) => {
        if (isFirst) site = `${kind} of ${statement}`;
        isFirst = false;
        point(moment, statement);
      };
      const given = work(watchDb(tx, named));
      const result = await (Array.isArray(given) ? Promise.all(given) : given);
      point("before", `commit ${site}`);
      return result;
    });
    point("after", `commit ${site}`);
    return settled;
  };
}

function watchQuery(query: unknown, site: string, point: CrashPoint): unknown {
  if (!isThenable(query)) return query;
  const execute = query.then.bind(query);
  let isNew = true;
  const watched: PromiseLike<unknown>["then"] = (onValue, onError) => {
    const isFirst = isNew;
    isNew = false;
    if (isFirst) point("before", site);
    const answered = execute((value) => {
      if (isFirst) point("after", site);
      return value;
    });
    return answered.then(onValue, onError);
  };
  // A statement is sent when somebody waits for it, which is when its `then` is called.
  Reflect.set(query, "then", watched);
  return query;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && "raw" in value;
}

const siteOf = (strings: readonly string[]): string =>
  strings.join("?").replace(/\s+/g, " ").trim().slice(0, SITE_LENGTH);
