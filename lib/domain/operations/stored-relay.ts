import type { Db } from "@/db/client";
import type { OperatorCallKind } from "@/db/schema/operator-calls";
import { stateList } from "@/db/state-list";
import type { Address } from "@/lib/core/chain/hex";
import { openCreationStates } from "@/lib/core/creation-states";
import type { Mode } from "@/lib/core/modes";
import {
  openAuthorizationStates,
  type RefundAuthorizationState,
  type RefundObstacle,
} from "@/lib/core/refund-authorization-states";
import { type OperatorCallState, openCallStates, type SubmissionState } from "@/lib/core/states";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import type { Waiting } from "./stored-state";

export interface OpenSubmissions extends Waiting {
  readonly mode: Mode;
  readonly chainId: number;
  readonly state: SubmissionState;
  /** Whether what was mined did not settle, though its signatures can still be executed. */
  readonly failed: boolean;
  /** How long the one that has been in this state for longest has. */
  readonly stateSeconds: number;
  /** How many have been in it for longer than LATE_SECONDS. */
  readonly late: number;
}

/** An outcome that is unknown for so long is told of. */
export const LATE_SECONDS = 600;

/** The submissions that are on their way, by state. */
export function readSubmissions(db: Db): Promise<OpenSubmissions[]> {
  return db<OpenSubmissions[]>`
    select mode, chain_id, state, state = 'mined' and failure_code is not null as failed,
      count(*)::int, seconds_waited(min(created_at)) as oldest_seconds,
      seconds_waited(min(updated_at)) as state_seconds,
      count(*) filter (where updated_at < clock_now() - ${LATE_SECONDS} * interval '1 second')::int
        as late
    from relay_submissions
    where id = any (array(select submission_id from relay_open_submissions))
    group by 1, 2, 3, 4`;
}

export interface OpenSlots {
  readonly chainId: number;
  readonly wallet: Address;
  /** Signed and in no block. */
  readonly inFlight: number;
  /** In a block that is not final. */
  readonly mined: number;
  readonly oldestInFlightSeconds: number;
}

/** The nonces that are in use, by wallet. */
export function readSlots(db: Db): Promise<OpenSlots[]> {
  return db<OpenSlots[]>`
    select b.chain_id, b.wallet, count(*) filter (where b.state <> 'mined')::int as in_flight,
      count(*) filter (where b.state = 'mined')::int as mined,
      coalesce(seconds_waited(min(b.created_at) filter (where b.state <> 'mined')), 0)
        ::float8 as oldest_in_flight_seconds
    from relay_batches b where ${isSlotOpen(db)} group by b.chain_id, b.wallet`;
}

export interface OpenCalls extends Waiting {
  readonly chainId: number;
  readonly kind: OperatorCallKind;
  readonly state: OperatorCallState;
  /** What they wait for, if that is known. */
  readonly failure: string | null;
}

/** Operators' calls that are on their way, without those that are to be made later. */
export function readOperatorCalls(db: Db): Promise<OpenCalls[]> {
  return db<OpenCalls[]>`
    select chain_id, kind, state, failure, count(*)::int,
      seconds_waited(min(coalesce(not_before, created_at))) as oldest_seconds
    from operator_calls where state in (${stateList(db, openCallStates)})
      and (not_before is null or not_before <= clock_now())
    group by 1, 2, 3, 4`;
}

/**
 * Payers' wallets that are being created. How long the oldest waits is said of those that are in no block, and that no
 * simulation refuses: those wait for their payers.
 */
export async function readWalletCreations(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(seconds_waited(min(created_at) filter (
      where state <> 'mined' and coalesce(failure, '') not in ('refused', 'not_created')
    )), 0)::float8 as oldest_seconds
    from wallet_creations where state in (${stateList(db, openCreationStates)})`;
  if (!row) throw new Error("an aggregate always has a row");
  return row;
}

export interface OpenAuthorizations extends Waiting {
  readonly state: RefundAuthorizationState;
  readonly obstacle: RefundObstacle | null;
}

/** Merchants' signatures of refunds that the relay sends, by state and obstacle. */
export function readAuthorizations(db: Db): Promise<OpenAuthorizations[]> {
  return db<OpenAuthorizations[]>`
    select state, obstacle, count(*)::int, seconds_waited(min(created_at)) as oldest_seconds
    from refund_authorizations where state in (${stateList(db, openAuthorizationStates)})
    group by 1, 2`;
}

/** A wallet of the relay on one of its chains. */
export interface StoredWallet {
  readonly chainId: number;
  readonly address: Address;
}

/** Wallets whose counter the chain has overtaken. */
export function readBehindWallets(db: Db): Promise<StoredWallet[]> {
  return db<StoredWallet[]>`
    select chain_id, address from relay_wallets where blocked_reason = 'nonce_behind'`;
}

/** Wallets that are out of service. */
export function readRetiredWallets(db: Db): Promise<StoredWallet[]> {
  return db<StoredWallet[]>`
    select chain_id, address from relay_wallets where retired_at is not null`;
}
