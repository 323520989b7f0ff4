import type { Sql } from "@/db/client";

/** A statement as it was sent, with the types and values of its parameters. */
export interface SentStatement {
  text: string;
  /** Oids; 0 is left to the server. */
  types: readonly number[];
  values: readonly unknown[];
}

/** What the driver keeps in a query that it has sent. */
interface DriverQuery {
  statement: { string: string; types: number[] } | null;
  parameters: unknown[];
}

/** A pool that remembers what is sent through it, outside transactions. */
export function recordingDb(inner: Sql): { db: Sql; takeSent(): SentStatement[] } {
  let queries: DriverQuery[] = [];
  const db = new Proxy(inner, {
    apply(target, self, args) {
      const query = Reflect.apply(target, self, args) as unknown as DriverQuery;
      queries.push(query);
      return query;
    },
  });
  return {
    db,
    /** A fragment is part of another statement's text, and is never sent itself. */
    takeSent: () => {
      const sent = queries.flatMap(({ statement, parameters }) =>
        statement ? [{ text: statement.string, types: statement.types, values: parameters }] : [],
      );
      queries = [];
      return sent;
    },
  };
}
