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
  return steppedDb(sql, (count) => {
    if (count === at) throw new Crash(`at step ${at}`);
  });
}

/** The pool of a process that is killed at its `at`-th step, counted as above: it makes none after it. */
export function killedDb(sql: Sql, at: number): Sql {
  return steppedDb(sql, (count) => {
    if (count >= at) throw new Crash(`at step ${at}`);
  });
}

/** A pool whose process can be suspended (SIGSTOP) inside a transaction. */
export function stoppingDb(sql: Sql): { db: Sql; stopAfter(statements: number): void } {
  let left = Number.POSITIVE_INFINITY;
  const db = steppedDb(sql, (_count, isInside) => {
    if (isInside) left -= 1;
    if (left !== 0) return;
    left = Number.POSITIVE_INFINITY;
    process.kill(process.pid, "SIGSTOP");
  });
  return {
    db,
    stopAfter(statements) {
      left = statements;
    },
  };
}

function steppedDb(sql: Sql, onStep: (count: number, isInside: boolean) => void): Sql {
  let count = 0;
  const step = (isInside: boolean) => {
    count += 1;
    onStep(count, isInside);
  };
  const isStatement = (args: unknown[]) => Array.isArray(args[0]) && Object.hasOwn(args[0], "raw");
  const counted = <S extends Sql | TransactionSql>(inner: S, isInside: boolean): S =>
    new Proxy(inner, {
      apply(target, self, args) {
        if (isStatement(args)) step(isInside);
        return Reflect.apply(target, self, args);
      },
      get(target, name, receiver) {
        if (name !== "begin") return Reflect.get(target, name, receiver);
        return async (work: (tx: TransactionSql) => Promise<unknown>) => {
          const result = await sql.begin(async (tx) => {
            const done = await work(counted(tx, true));
            step(true);
            return done;
          });
          step(false);
          return result;
        };
      },
    });
  return counted(sql, false);
}
