import { newId } from "@/lib/core/ids";
import { fillLists } from "@/testing/lists/list-rows";
import type { BenchStage } from "./bench-stage";

/**
 * Fills the lists without their indexes, which are made afterwards: that takes a fraction of the time.
 * @returns the merchant that has most of the rows
 */
export async function fillQuickly({ db, deployment }: BenchStage, rows: number): Promise<string> {
  const [merchant] = await db<{ id: string }[]>`select id from merchants limit 1`;
  if (!merchant) throw new Error("the demo has a merchant");
  console.log(`filling each list with ${rows} rows`);
  const indexes = await db<{ name: string; definition: string }[]>`
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = c.oid)`;
  for (const { name } of indexes) await db`drop index ${db(name)}`;
  const filling = { rows, big: merchant.id, other: newId("merchant") };
  await fillLists(db, { ...filling, deploymentId: deployment.id });
  // Of a partitioned table it says `only`, which would leave its partitions without.
  for (const { definition } of indexes) await db.unsafe(definition.replace(" ON ONLY ", " ON "));
  await db`analyze`;
  return merchant.id;
}
