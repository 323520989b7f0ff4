import type { Sql, TransactionSql } from "@/db/client";

/** A pool that does something before the statement with a certain text. */
export function beforeStatement(sql: Sql, text: string, act: () => Promise<void>): Sql {
  const watched = <S extends Sql | TransactionSql>(inner: S): S =>
    new Proxy(inner, {
      apply(target, self, args) {
        const [strings] = args as [unknown];
        const hit = Array.isArray(strings) && strings.some((part) => String(part).includes(text));
        return hit
          ? act().then(() => Reflect.apply(target, self, args))
          : Reflect.apply(target, self, args);
      },
      get(target, name, receiver) {
        if (name !== "begin") return Reflect.get(target, name, receiver);
        return (work: (tx: TransactionSql) => Promise<unknown>) =>
          sql.begin((tx) => work(watched(tx)));
      },
    });
  return watched(sql);
}
