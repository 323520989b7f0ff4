import type { Db, TransactionSql } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import type { SlotKind } from "@/lib/core/kinds";
import type { Context } from "@/lib/domain/platform/context";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Finality } from "./finality";

declare module "@/lib/domain/platform/context" {
  interface Modules {
    /** Everything that nonces are used for. */
    readonly relayTasks: readonly RelayTask[];
  }
}

/** The task of a slot; none of one that only uses its nonce up. */
export function taskOf(
  { modules }: Pick<Context, "modules">,
  kind: SlotKind,
): RelayTask | undefined {
  return modules.relayTasks.find(({ slotKinds }) => slotKinds.includes(kind));
}

/** What a wallet signs for. */
export function tasksOf({ modules }: Pick<Context, "modules">, role: WalletRole): RelayTask[] {
  return modules.relayTasks.filter(({ carriedBy }) => carriedBy.includes(role));
}

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains" | "modules">;

/** What a wallet signs: what its service is for, or, out of service, what empties it. */
export type WalletRole = "relayer" | "operator" | "agent" | "retired";

/** A wallet that looks for work. */
export interface Carrier {
  readonly role: WalletRole;
  readonly shard: Shard;
}

/** The slot that a call was given. */
export interface SignedSlot {
  readonly batchId: string;
  readonly hash: Bytes32;
  readonly wallet: Address;
}

/** A call, before it has a nonce. */
export interface SlotCall {
  readonly kind: SlotKind;
  readonly deploymentId: string | null;
  readonly to: Address;
  readonly data: Hex;
  /** The transaction's gas limit. */
  readonly gas: bigint;
  /** Wei that it sends along. */
  readonly value: bigint;
  /**
   * In the transaction that signs it: locks what it carries.
   * @returns the call without what does not wait to be signed any more; null when nothing is left
   */
  lock(tx: TransactionSql): Promise<SlotCall | null>;
  /** In the same transaction, and only of what `lock` gave: ties what it carries to its slot. Sends all its statements at once. */
  bind(tx: TransactionSql, slot: SignedSlot): Promise<unknown>;
}

/** What may become a call. */
export interface Candidate {
  /**
   * Simulates it as its wallet would send it, and sets aside what would have no effect.
   * @returns what is to be sent; null when nothing is
   * @throws RpcUnavailable
   */
  examine(from: Address): Promise<SlotCall | null>;
}

/** A slot, and the transaction of it that was found in a block. */
export interface MinedSlot {
  readonly batchId: string;
  readonly callTo: Address;
  readonly hash: Bytes32;
  readonly receipt: Receipt;
}

/** The transaction that used a slot's nonce up at the final block; null: a foreign one. */
export type NonceUse = { readonly hash: Bytes32; readonly receipt: Receipt } | null;

/** A part of a chain that is lost. */
export interface LostRange {
  readonly chainId: number;
  readonly above: bigint;
  /** The next nonce of each wallet on the chain as it is now. */
  readonly counts: readonly { readonly wallet: Address; readonly count: bigint }[];
}

/** A payment that was taken back with its part of the chain. */
export interface LostPaymentName {
  readonly id: string;
  /** Held up by screening. */
  readonly held: boolean;
}

/** What a task took back, by the ids of what it carries. */
export interface TakenBackItems {
  /** Their stored transaction is sent again. */
  readonly inFlight: readonly string[];
  /** They are examined and signed for anew. */
  readonly queued: readonly string[];
  /** They stay closed. */
  readonly closed: readonly string[];
}

/** What follows for what a slot carries from where its transaction is. Each is part of the transaction that moves the slot. */
export interface SlotRules {
  /** The condition on a slot `b` that something it carries is still to be executed: without it the nonce is only used up. */
  isWanted(db: Db): ReturnType<Db>;
  /** A node has its bytes. Sends its statement at once. */
  noteBroadcast(tx: TransactionSql, batchId: string): Promise<unknown>;
  /** It is in a block, which may be orphaned. */
  noteMined(tx: TransactionSql, mined: MinedSlot): Promise<void>;
  /** The block was orphaned, and the stored bytes are sent again. */
  returnToFlight(tx: TransactionSql, batchIds: readonly string[]): Promise<unknown>;
  /** The nonce is used up at the final block: by the transaction with that receipt, or by a foreign one. */
  noteConsumed(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void>;
  /** Before slots are opened again because a final part of the chain is lost: locks what it carried. */
  lockLost(tx: TransactionSql, payments: readonly LostPaymentName[]): Promise<unknown>;
  /** The slots are open again: what they carry is in flight, or to be planned anew. */
  takeBack(
    tx: TransactionSql,
    reopened: readonly string[],
    payments: readonly LostPaymentName[],
    range: LostRange,
  ): Promise<TakenBackItems>;
}

/**
 * A kind of work that nonces are used for. Counters, signed bytes, replacements, repairs and finality are
 * the same for all; a task says what waits, what is called for it, and what became of it.
 */
export interface RelayTask {
  /** The slots that carry it. */
  readonly slotKinds: readonly SlotKind[];
  /** The wallets that sign for it. */
  readonly carriedBy: readonly WalletRole[];
  readonly slots: SlotRules;
  /** A query of one row with `waiting`, what is due for a wallet, counted up to `most`, and `oldest_ms`, for how long the first has waited for others to go with it. */
  waiting(db: Db, carrier: Carrier, most: number): ReturnType<Db>;
  /**
   * Takes what is due, and sorts out what is not to be sent now.
   * @param calls for how many there is room; candidates beyond them are not looked at
   * @throws RpcError, RpcUnavailable
   */
  take(
    ctx: TaskContext,
    carrier: Carrier,
    calls: number,
  ): Promise<{ readonly taken: number; readonly candidates: readonly Candidate[] }>;
  /**
   * Looks again at what screening holds up on a chain.
   * @throws RpcError, RpcUnavailable
   */
  releaseHeld?(ctx: TaskContext, chainId: number): Promise<unknown>;
  /** Leaves what a wallet has taken and not signed for to the others. */
  giveBack(db: Db, wallet: Pick<Shard, "chainId" | "wallet">): Promise<void>;
  /** Counts what is bound to a wallet: `queued`, not signed for; `signed`, in slots that are open. */
  countBound(
    db: Db,
    wallet: Pick<Shard, "chainId" | "wallet">,
  ): Promise<{ readonly queued: number; readonly signed: number }>;
  /**
   * Decides at the final block what is left to be decided once slots are used up.
   * @throws RpcUnavailable, ChainDoubt
   */
  decide(
    ctx: Pick<Context, "db" | "chains" | "config">,
    chain: Chain,
    finality: Finality,
  ): Promise<void>;
}
