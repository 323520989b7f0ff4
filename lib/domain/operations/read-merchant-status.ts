import type { Db } from "@/db/client";
import { readRecord } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf, type Chains, type Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { RegistryStatus } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { payoutAddress } from "@/lib/domain/merchants/payout-address";
import { feeInForce } from "@/lib/domain/merchants/registrations/fee-in-force";

/** What a merchant's row in a mode says, at the chain's final block. */
interface Row {
  mode: Mode;
  deploymentId: string;
  chainMerchantId: bigint;
  owner: Address;
  payout: Address;
  feeBps: number;
  /** A raise that is announced, and from when it holds; null without one, or once it does. */
  nextFeeBps: number | null;
  nextFeeAt: Date | null;
}

/** What the registry says of a merchant. */
export interface RegistryRecord {
  readonly owner: Address;
  readonly pendingOwner: Address | null;
  readonly payout: Address;
  readonly feeBps: number;
  readonly nextFeeBps: number | null;
  readonly nextFeeAt: Date | null;
  readonly status: RegistryStatus;
  /** Until then a suspended merchant's open sessions can still be paid; null where it does not count. */
  readonly settleUntil: Date | null;
}

/** A merchant in one mode: its row beside its record in the registry. */
export interface RegistrationStatus extends Row {
  /** Null when the chain did not answer, or the deployment is not configured. */
  readonly onChain: RegistryRecord | null;
  /** The names of what the two do not agree on. */
  readonly differences: readonly ("owner" | "payout" | "feeBps" | "nextFeeBps")[];
}

/** A merchant as an operator needs to see it. */
export interface MerchantStatus {
  readonly id: string;
  readonly businessName: string;
  readonly email: string | null;
  readonly status: string;
  /** Of live mode. */
  readonly payoutAddress: Address | null;
  readonly registrations: readonly RegistrationStatus[];
}

/**
 * Reads a merchant's rows and, of each mode, what the registry says of it.
 * @throws Refusal `not_found`
 */
export async function readMerchantStatus(
  db: Db,
  chains: Chains,
  merchantId: string,
): Promise<MerchantStatus> {
  const [merchant] = await db<Omit<MerchantStatus, "registrations">[]>`
    select id, business_name, email, status, ${payoutAddress(db, chains, "live")} as payout_address
    from merchants m where id = ${merchantId}`;
  if (!merchant) throw notFound("merchant");
  const time = (): ReturnType<Db> => db`coalesce(k.finalized_at, clock_now())`;
  const rows = await db<Row[]>`
    select m.mode, m.deployment_id, m.chain_merchant_id, m.owner, m.payout,
      ${feeInForce(db, "m", time())} as fee_bps,
      case when m.next_fee_at > ${time()} then m.next_fee_bps end as next_fee_bps,
      case when m.next_fee_at > ${time()} then m.next_fee_at end as next_fee_at
    from merchant_registrations m join deployments d on d.id = m.deployment_id
    left join chain_cursors k on k.chain_id = d.chain_id
    where m.merchant_id = ${merchantId} order by m.mode desc`;
  const registrations = await Promise.all(rows.map((row) => withRecord(chains, row)));
  return { ...merchant, registrations };
}

async function withRecord(chains: Chains, row: Row): Promise<RegistrationStatus> {
  const deployment = chains.deployments.find(({ id }) => id === row.deploymentId);
  const onChain = deployment ? await readOnChain(deployment, row).catch(() => null) : null;
  const compared = ["owner", "payout", "feeBps", "nextFeeBps"] as const;
  const differences = onChain ? compared.filter((name) => onChain[name] !== row[name]) : [];
  return { ...row, onChain, differences };
}

async function readOnChain(
  deployment: Deployment,
  { chainMerchantId }: Row,
): Promise<RegistryRecord> {
  const registry = addressOf(deployment, "registry");
  const { settleUntil, nextFee, ...record } = await readRecord(
    deployment.chain.rpc,
    registry,
    chainMerchantId,
  );
  return {
    ...record,
    nextFeeBps: nextFee?.feeBps ?? null,
    nextFeeAt: nextFee ? new Date(Number(nextFee.at) * 1000) : null,
    settleUntil: record.status === "suspended" ? new Date(Number(settleUntil) * 1000) : null,
  };
}
