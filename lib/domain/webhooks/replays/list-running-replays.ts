import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";

/** A replay as an operator sees it. */
export interface RunningReplay {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Given to its endpoint and not sent. */
  readonly open: number;
  readonly createdAt: Date;
  readonly progressedAt: Date;
}

const SHOWN = 100;

/**
 * The replays of all merchants that run; those first that have not got on for longest, a hundred of them.
 * @param id of the one that is asked for
 */
export function listRunningReplays(db: Db, id?: string): Promise<RunningReplay[]> {
  return db<RunningReplay[]>`
    select r.id, r.merchant_id, r.mode, r.endpoint_id, r.total, r.succeeded, r.failed, r.created_at,
      r.progressed_at,
      (select count(*)::int from webhook_replay_items i where i.replay_id = r.id) as open
    from webhook_replays r
    where r.status = 'running' ${id === undefined ? db`` : db`and r.id = ${id}`}
    order by r.progressed_at, r.id limit ${SHOWN}`;
}
