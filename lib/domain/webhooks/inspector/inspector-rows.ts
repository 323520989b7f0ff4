import type { Db } from "@/db/client";
import type { webhookInspectors } from "@/db/schema/webhook-inspectors";
import type { Env } from "@/lib/adapters/env/env";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inspectorUrl } from "./inspector-url";

export type InspectorRow = typeof webhookInspectors.$inferSelect;
export type InspectorOwner = Pick<InspectorRow, "merchantId" | "mode">;

/** A merchant's inspector of a mode; null where none was opened. */
export async function findInspector(
  db: Db,
  { merchantId, mode }: { merchantId: string; mode: Mode },
): Promise<InspectorRow | null> {
  const [row] = await db<InspectorRow[]>`
    select * from webhook_inspectors where ${ownedBy(db, { merchantId, mode })}`;
  return row ?? null;
}

/** Whose an inspector is; null where there is no such one. */
export async function findInspectorOwner(db: Db, id: string): Promise<InspectorOwner | null> {
  const [row] = await db<InspectorOwner[]>`
    select merchant_id, mode from webhook_inspectors where id = ${id}`;
  return row ?? null;
}

/** The inspector as its merchant sees it. */
export async function viewInspector(
  { db, config }: { db: Db; config: Env },
  { merchantId, mode }: { merchantId: string; mode: Mode },
  row: InspectorRow | null,
) {
  const url = row ? inspectorUrl(config, row.id) : null;
  const [endpoint] = await db<{ id: string }[]>`
    select id from webhook_endpoints
    where ${ownedBy(db, { merchantId, mode })} and url = ${url} and deleted_at is null
      and status = 'enabled'
    order by created_at desc limit 1`;
  return { object: "webhook_inspector" as const, mode, url, endpointId: endpoint?.id ?? null };
}
