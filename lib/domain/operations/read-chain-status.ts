import type { Db } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readHead } from "@/lib/adapters/chain/reads/blocks";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { gasBalance, transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { withTimeout } from "@/lib/core/async/with-timeout";
import type { Address } from "@/lib/core/chain/hex";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";

/** How long a node may take; what it did not answer is null. */
const NODE_MS = 2_000;

/** How far a chain has been read, and where its node is. */
export interface ChainStatus {
  readonly chainId: number;
  readonly label: string;
  /** The last block that was read; null before the first. */
  readonly read: bigint | null;
  readonly final: bigint | null;
  readonly finalAt: Date | null;
  /** The node's head now. */
  readonly head: bigint | null;
  readonly haltedReason: string | null;
  /** Since when the finalised block seems to be lost. */
  readonly doubtSince: Date | null;
  /** Wei per gas: the next block's base fee. */
  readonly baseFee: bigint | null;
}

/** A relay wallet as the database and the chain have it. */
export interface WalletStatus {
  readonly chainId: number;
  readonly address: Address;
  /** Wei, now. */
  readonly balance: bigint | null;
  /** The next nonce to be signed for. */
  readonly nextNonce: bigint;
  /** The next nonce on chain. */
  readonly chainNonce: bigint | null;
  /** Slots by state; those that are used up do not count. */
  readonly signed: number;
  readonly inFlight: number;
  readonly mined: number;
  /** The oldest slot that is not mined. */
  readonly oldestAt: Date | null;
}

interface CursorRow {
  chainId: number;
  number: bigint;
  finalizedNumber: bigint;
  finalizedAt: Date;
  haltedReason: string | null;
  doubtSince: Date | null;
}

/** Reads how far each chain has come, and asks its node. */
export async function readChainStatus(db: Db, chains: readonly Chain[]): Promise<ChainStatus[]> {
  const rows = await db<CursorRow[]>`
    select chain_id, number, finalized_number, finalized_at, halted_reason, doubt_since
    from chain_cursors`;
  return Promise.all(
    chains.map(async ({ id, preset, rpc }) => {
      const row = rows.find(({ chainId }) => chainId === id);
      const [head, market] = await Promise.all([
        withTimeout(NODE_MS, readHead(rpc)).catch(() => null),
        withTimeout(NODE_MS, readFeeMarket(rpc)).catch(() => null),
      ]);
      return {
        chainId: id,
        label: preset.label,
        read: row?.number ?? null,
        final: row?.finalizedNumber ?? null,
        finalAt: row?.finalizedAt ?? null,
        head: head?.number ?? null,
        haltedReason: row?.haltedReason ?? null,
        doubtSince: row?.doubtSince ?? null,
        baseFee: market?.baseFee ?? null,
      };
    }),
  );
}

type WalletRow = Omit<WalletStatus, "balance" | "chainNonce">;

/** Reads the relay wallets with their open slots, and asks their chains. */
export async function readWalletStatus(db: Db, chains: readonly Chain[]): Promise<WalletStatus[]> {
  const rows = await db<WalletRow[]>`
    select w.chain_id, w.address, w.next_nonce,
      count(b.id) filter (where b.state = 'signed')::int as signed,
      count(b.id) filter (where b.state = 'in_flight')::int as in_flight,
      count(b.id) filter (where b.state = 'mined')::int as mined,
      min(b.created_at) filter (where b.state <> 'mined') as oldest_at
    from relay_wallets w left join relay_batches b
      on b.chain_id = w.chain_id and b.wallet = w.address and ${isSlotOpen(db)}
    group by w.chain_id, w.address order by w.chain_id, w.address`;
  return Promise.all(
    rows.map(async (row) => {
      const rpc = chains.find(({ id }) => id === row.chainId)?.rpc;
      const [balance, chainNonce] = await Promise.all([
        rpc ? withTimeout(NODE_MS, gasBalance(rpc, row.address)).catch(() => null) : null,
        rpc
          ? withTimeout(NODE_MS, transactionCount(rpc, row.address, "latest")).catch(() => null)
          : null,
      ]);
      return { ...row, balance, chainNonce };
    }),
  );
}
