import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "@/db/client";
import { blocksAll, type Finding, fail, ok } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

async function countFiles(): Promise<number> {
  const files = await readdir(join(process.cwd(), "db/migrations"));
  return files.filter((file) => file.endsWith(".sql")).length;
}

async function countApplied(db: Sql): Promise<number> {
  const [row] = await db<{ applied: number }[]>`
    select count(*)::int as applied from drizzle.__drizzle_migrations`;
  return row?.applied ?? 0;
}

/** Whether the database has every migration of this release; it may have those of a newer one. */
export function checkMigrations({ query }: Sources): () => Promise<Finding> {
  const applied = query(countApplied);
  return async () => {
    const pending = (await countFiles()) - (await applied());
    if (pending <= 0) return ok();
    return fail(`pending migrations: ${pending}`, blocksAll("migrations are pending"));
  };
}
