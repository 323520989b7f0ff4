import { type Db, type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import type { Relayer, SignedTransaction } from "@/lib/adapters/chain/calls/relayer";
import type { Chain } from "@/lib/adapters/chain/chains";
import { digits } from "@/lib/core/amounts/money";
import { bytesOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { SlotCall, WalletRole } from "@/lib/domain/wallets/relay-task";
import type { Fees } from "./fees";
import type { WalletLease } from "./wallet-lease";

/** A call, and what it is to be sent with. */
export interface CallToSign {
  readonly chain: Chain;
  readonly relayer: Relayer;
  readonly role: WalletRole;
  readonly lease: WalletLease;
  readonly call: SlotCall;
  readonly fees: Fees;
}

/** Bytes that are stored and may be sent. */
export interface StoredAttempt extends SignedTransaction {
  readonly batchId: string;
}

/**
 * Gives a call the wallet's next nonce: counter, nonce, signed bytes and the states of what it carries are
 * stored in one transaction, before anything is sent, so that a crash at any point leaves either nothing
 * or bytes that can be sent again.
 * @returns null when nothing is left of the call, another process took the wallet over, or it was retired
 * meanwhile, or taken back into service
 */
export async function signCall(db: Db, signing: CallToSign): Promise<StoredAttempt | null> {
  const { lease, role, call } = signing;
  return transaction(db, async (tx) => {
    const [wallet] = await tx<{ nextNonce: bigint }[]>`
      select next_nonce from relay_wallets
      where chain_id = ${lease.chainId} and address = ${lease.wallet} and fence = ${lease.fence}
        and (retired_at is not null) = ${role === "retired"}
      for no key update`;
    if (!wallet) return null;
    const kept = await call.lock(tx);
    return kept && store(tx, { ...signing, call: kept }, wallet.nextNonce);
  });
}

async function store(
  tx: TransactionSql,
  { chain, relayer, lease, call, fees }: CallToSign,
  nonce: bigint,
): Promise<StoredAttempt> {
  const { id: chainId } = chain;
  const { wallet } = lease;
  const { to, data, value, gas } = call;
  const signed = await relayer.sign({ chainId, nonce, to, data, value, gas, ...fees });
  const batchId = newId("relayBatch");
  const [moved] = await pipelined([
    () => tx`
      update relay_wallets set next_nonce = ${nonce + 1n}, blocked_until = null, blocked_reason = null
      where chain_id = ${chainId} and address = ${wallet} and next_nonce = ${nonce}`,
    () => tx`
      insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
        gas_limit)
      values (${batchId}, ${chainId}, ${wallet}, ${nonce}, ${call.deploymentId}, ${call.kind},
        'signed', ${to}, ${gas})`,
    () => insertAttempt(tx, { batchId, kind: "payload", signed, fees }),
    () => call.bind(tx, { batchId, hash: signed.hash, wallet }),
  ]);
  if (moved.count !== 1) throw new Error("The wallet's row was locked, and changed");
  return { ...signed, batchId };
}

/** Stores signed bytes: what is not stored is never sent. */
export function insertAttempt(
  tx: TransactionSql,
  attempt: {
    batchId: string;
    kind: "payload" | "noop";
    signed: SignedTransaction;
    fees: Fees;
  },
) {
  const { batchId, kind, signed, fees } = attempt;
  return tx`
    insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas)
    values (${signed.hash}, ${batchId}, ${kind}, ${bytesOf(signed.raw)}, ${digits(fees.maxFeePerGas)},
      ${digits(fees.maxPriorityFeePerGas)})`;
}
