import { asRows } from "@/db/as-rows";
import { type Sql, transaction } from "@/db/client";
import type { Mode } from "@/lib/core/modes";

/** A request that was answered. */
export interface LoggedRequest {
  readonly createdAt: Date;
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the path. */
  readonly route: string;
  readonly status: number;
  readonly reason: string | null;
  /** A key's id, or the name of a person's session. */
  readonly caller: string | null;
  readonly merchantId: string | null;
  readonly mode: Mode | null;
  readonly addressPrefix: string | null;
  readonly durationMs: number;
}

/** Writes a batch of requests. A crash of the database may take the last of them: nothing waits for the disk. */
export async function writeRequests(db: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`select set_config('synchronous_commit', 'off', true)`;
    await tx`
      insert into request_log (created_at, request_id, method, route, status, reason, caller,
        merchant_id, mode, address_prefix, duration_ms)
      select * from json_to_recordset(${asRows(requests)}::text::json) as x (
        "createdAt" timestamptz, "requestId" text, method text, route text, status smallint,
        reason text, caller text, "merchantId" text, mode text, "addressPrefix" cidr,
        "durationMs" integer)`;
  });
}
