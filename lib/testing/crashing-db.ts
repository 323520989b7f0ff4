import type { Sql, TransactionSql } from "@/db/client";

/** What a process that was killed would have been doing. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/**
 * A pool that fails at its `at`-th step, counted from 1. Each statement is a step, and each transaction has
 * two more: one before its commit, which is then rolled back as when its process is killed, and one after.
 */
export function crashingDb(sql: Sql, at: number): Sql {
  let count = 0;
  const step = () => {
    count += 1;
    if (count === at) throw new Crash(`at step ${at}`);
  };
  const isStatement = (args: unknown[]) => Array.isArray(args[0]) && Object.hasOwn(args[0], "raw");
  const counted = <S extends Sql | TransactionSql>(inner: S): S =>
    new Proxy(inner, {
      apply(target, self, args) {
        if (isStatement(args)) step();
        return Reflect.apply(target, self, args);
      },
      get(target, name, receiver) {
        if (name !== "begin") return Reflect.get(target, name, receiver);
        return async (work: (tx: TransactionSql) => Promise<unknown>) => {
          const result = await sql.begin(async (tx) => {
            const done = await work(counted(tx));
            step();
            return done;
          });
          step();
          return result;
        };
      },
    });
  return counted(sql);
}
