import postgres from "postgres";
import { outerJoined, type PlanNode } from "./outer-joined";
import type { SentText } from "./records";

/** A column of a statement's result. */
export interface ResultColumn {
  /** In camel case, as the client names it. */
  readonly name: string;
  readonly oid: number;
  /** The SQL name of the type. */
  readonly type: string;
  /**
   * Why null may stand in it: a column of a table that admits it, or of the outer side of a join. Undefined
   * for a column that a constraint keeps from null, and for an expression, of which the server tells nothing.
   */
  readonly nullable?: "column" | "outer join";
}

type ParsedText = Pick<SentText, "text" | "types">;

interface DriverColumn {
  name: string;
  type: number;
  table: number;
  number: number;
}

/** Asks a migrated database what statements answer with, executing none. */
export class StatementDescriber {
  private readonly sql: postgres.Sql;
  private nullable: Promise<ReadonlySet<string>> | undefined;
  private names: Promise<ReadonlyMap<number, string>> | undefined;

  constructor(url: string) {
    this.sql = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => {},
      connection: { plan_cache_mode: "force_generic_plan" },
    });
  }

  /** @throws the server's error for a statement that it refuses */
  async describe({ text, types }: ParsedText): Promise<ResultColumn[]> {
    const parameters = types.map((oid) => this.sql.typed(null, oid));
    const described = await this.sql.unsafe(text, parameters).describe();
    const columns: readonly DriverColumn[] = described.columns;
    this.nullable ??= this.readNullable();
    this.names ??= this.readNames();
    const [nullable, names] = [await this.nullable, await this.names];
    const isOfTable = columns.some(({ table }) => table !== 0);
    const joined = isOfTable ? outerJoined(await this.plan({ text, types })) : new Set<number>();
    return columns.map(({ name, type, table, number }, at) => ({
      name: postgres.toCamel(name),
      oid: type,
      type: names.get(type) ?? `oid ${type}`,
      nullable: nullable.has(`${table}.${number}`)
        ? ("column" as const)
        : joined.has(at)
          ? ("outer join" as const)
          : undefined,
    }));
  }

  end(): Promise<void> {
    return this.sql.end();
  }

  /** The plan for any parameters: one for certain values may have left a join out. */
  private async plan({ text, types }: ParsedText): Promise<PlanNode> {
    const names = await this.names;
    const declared = types.map((oid) => names?.get(oid) ?? "unknown").join(", ");
    const given = types.map(() => "null").join(", ");
    await this.sql.unsafe(`prepare described ${declared && `(${declared})`} as ${text}`);
    try {
      const [row] = await this.sql.unsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
        `explain (verbose, format json) execute described ${given && `(${given})`}`,
      );
      const plan = row?.["QUERY PLAN"][0]?.Plan;
      if (!plan) throw new Error("EXPLAIN printed no plan");
      return plan;
    } finally {
      await this.sql.unsafe("deallocate described");
    }
  }

  private async readNullable(): Promise<ReadonlySet<string>> {
    const rows = await this.sql<{ column: string }[]>`
      select attrelid || '.' || attnum as column from pg_attribute
      where attnum > 0 and not attnotnull`;
    return new Set(rows.map(({ column }) => column));
  }

  private async readNames(): Promise<ReadonlyMap<number, string>> {
    const rows = await this.sql<{ oid: number; name: string }[]>`
      select oid::int, format_type(oid, null) as name from pg_type where oid < 16384`;
    return new Map(rows.map(({ oid, name }) => [oid, name]));
  }
}
