import type postgres from "postgres";
import type { Sql } from "@/db/client";

/** A node of `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`; counts of rows are per loop. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/**
 * How a prepared statement is planned: once for any values. Every connection of the app forces that
 * (`db/planning.test.ts`), so a plan for given values is never made there; and a plan that does not know the values
 * has to be right for the frequent and for the rare.
 */
export const planModes = ["force_generic_plan"] as const;
export type PlanMode = (typeof planModes)[number];

const literal = (value: unknown) => {
  if (value === null || value === undefined) return "null";
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};

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

/** Runs a statement with its values as a prepared one, and returns its plan. */
export async function explain(
  client: postgres.Sql,
  { text, types, values }: SentStatement,
  mode: PlanMode,
): Promise<PlanNode> {
  const names = await client<{ name: string }[]>`
    select case when oid = 0 then 'unknown' else oid::oid::regtype::text end as name
    from unnest(${types as number[]}::int[]) with ordinality as t (oid, position) order by position`;
  const declared = names.length > 0 ? `(${names.map(({ name }) => name).join(", ")})` : "";
  const given = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
  await client.unsafe(`set plan_cache_mode = ${mode}`);
  await client.unsafe(`prepare explained ${declared} as ${text}`);
  try {
    const [row] = await client.unsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
      `explain (analyze, buffers, timing off, format json) execute explained ${given}`,
    );
    const plan = row?.["QUERY PLAN"][0]?.Plan;
    if (!plan) throw new Error(`no plan of ${text}`);
    return plan;
  } finally {
    await client.unsafe("deallocate explained");
  }
}

/** A plan's nodes, the root first. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The pages that a plan read, from memory or from disk. */
export const buffersOf = (plan: PlanNode) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
