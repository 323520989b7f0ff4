import { createDb, type Db, type Sql } from "@/db/client";

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` prints it. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that was executed, with what it took. */
export interface ExecutedPlan {
  readonly text: string;
  readonly root: PlanNode;
  /** Pages read, from memory or not, by the statement itself; its triggers' statements are listed apart. */
  readonly buffers: number;
  /** Tables that were read from end to end. */
  readonly scanned: readonly string[];
  /** Indexes that were used. */
  readonly indexes: readonly string[];
  /** The most rows that were sorted at once. */
  readonly sorted: number;
}

type Plan = { Plan: PlanNode };

/** Executes a query under `EXPLAIN (ANALYZE, BUFFERS)`. Whatever it writes is written. */
export async function explain(db: Db, query: ReturnType<Db>): Promise<ExecutedPlan> {
  const [row] = await db<{ "QUERY PLAN": Plan[] }[]>`
    explain (analyze, buffers, timing off, format json) ${query}`;
  const [plan] = row?.["QUERY PLAN"] ?? [];
  if (!plan) throw new Error("EXPLAIN printed no plan");
  return planOf("", plan.Plan);
}

/** Reads a plan's figures. */
function planOf(text: string, root: PlanNode): ExecutedPlan {
  const nodes = nodesOf(root);
  const sorts = nodes.filter((node) => /Sort/.test(node["Node Type"]));
  return {
    text,
    root,
    buffers: (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0),
    scanned: nodes.flatMap((node) =>
      node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 1) > 0
        ? [node["Relation Name"] ?? ""]
        : [],
    ),
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
    sorted: Math.max(0, ...sorts.map((node) => node.Plans?.[0]?.["Actual Rows"] ?? 0)),
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** A client whose statements are executed as ever, and noted with their plans. */
export interface RecordingDb {
  readonly db: Sql;
  /** Runs `work` and returns the statements that ended meanwhile, those of triggers included. */
  during(work: () => Promise<unknown>): Promise<ExecutedPlan[]>;
}

/**
 * Opens a client that records what its statements really did, by Postgres' `auto_explain`. It plans as the app's
 * connections do, each statement once for any values: plans for given values, which nothing of the app ever has, would
 * hide one that is good for some values alone. End `db` after use.
 */
export function recordingDb(url: string, { max = 20 } = {}): RecordingDb {
  let plans: ExecutedPlan[] = [];
  const db = createDb(url, {
    max,
    applicationName: "stipend-test",
    session: {
      session_preload_libraries: "auto_explain",
      client_min_messages: "log",
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_analyze": "on",
      "auto_explain.log_buffers": "on",
      "auto_explain.log_timing": "off",
      "auto_explain.log_nested_statements": "on",
      "auto_explain.log_format": "json",
    },
    onNotice: ({ message }) => {
      const start = message?.indexOf("{") ?? -1;
      if (!message?.startsWith("duration:") || start < 0) return;
      const plan = JSON.parse(message.slice(start)) as Plan & { "Query Text": string };
      plans.push(planOf(plan["Query Text"], plan.Plan));
    },
  });
  return {
    db,
    during: async (work) => {
      plans = [];
      await work();
      return plans;
    },
  };
}
