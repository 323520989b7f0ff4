import type { operatorCalls } from "@/db/schema/operator-calls";
import {
  type Chain,
  type Chains,
  chainById,
  type Deployment,
  deploymentById,
} from "@/lib/adapters/chain/chains";
import type { FeeContract } from "@/lib/core/chain/contract-kinds";
import type { Address } from "@/lib/core/chain/hex";

export type OperatorCallRow = typeof operatorCalls.$inferSelect;

/** A merchant in a deployment's registry. */
export interface OfMerchant {
  readonly deployment: Deployment;
  readonly merchantId: string;
}

/** What is to be so on a chain. Fees are in hundredths of a percent. */
export type WantedCall =
  | (OfMerchant & {
      readonly kind: "register";
      readonly owner: Address;
      readonly payout: Address;
      readonly feeBps: number;
    })
  | (OfMerchant & { readonly kind: "set_fee"; readonly feeBps: number })
  | (OfMerchant & {
      readonly kind: "suspend";
      /** Until then what is open can be paid; null for not at all. */
      readonly settleUntil: Date | null;
    })
  | (OfMerchant & { readonly kind: "reactivate" | "close" })
  /** Of a merchant's subscription that has ended here. */
  | (OfMerchant & { readonly kind: "cancel_subscription"; readonly subscriptionId: string })
  | {
      readonly kind: "set_keeper";
      readonly deployment: Deployment;
      readonly keeper: Address;
      /** Whether it may charge subscriptions. */
      readonly isAllowed: boolean;
    }
  | {
      readonly kind: "sweep_fees";
      readonly deployment: Deployment;
      readonly contract: FeeContract;
      readonly token: Address;
    }
  | {
      readonly kind: "sweep_wallet";
      readonly chain: Chain;
      readonly wallet: Address;
      readonly recipient: Address;
    };

/** What a row wants. */
export function wantedOf(row: OperatorCallRow, chains: Chains): WantedCall {
  const { kind } = row;
  if (kind === "sweep_wallet") {
    const { wallet, recipient } = row;
    if (wallet === null || recipient === null) throw incomplete(row);
    return { kind, chain: chainById(chains, row.chainId), wallet, recipient };
  }
  if (row.deploymentId === null) throw incomplete(row);
  const deployment = deploymentById(chains, row.deploymentId);
  if (kind === "sweep_fees") {
    const { contract, tokenAddress: token } = row;
    if (contract === null || token === null) throw incomplete(row);
    return { kind, deployment, contract, token };
  }
  if (kind === "set_keeper") {
    const { keeper, isAllowed } = row;
    if (keeper === null || isAllowed === null) throw incomplete(row);
    return { kind, deployment, keeper, isAllowed };
  }
  return ofMerchant(row, kind, deployment);
}

type OfMerchantKind = Exclude<
  OperatorCallRow["kind"],
  "sweep_wallet" | "sweep_fees" | "set_keeper"
>;

function ofMerchant(
  row: OperatorCallRow,
  kind: OfMerchantKind,
  deployment: Deployment,
): WantedCall {
  const { merchantId, owner, payout, feeBps, settleUntil, subscriptionId } = row;
  if (merchantId === null) throw incomplete(row);
  switch (kind) {
    case "register":
      if (owner === null || payout === null || feeBps === null) throw incomplete(row);
      return { kind, deployment, merchantId, owner, payout, feeBps };
    case "set_fee":
      if (feeBps === null) throw incomplete(row);
      return { kind, deployment, merchantId, feeBps };
    case "suspend":
      return { kind, deployment, merchantId, settleUntil };
    case "cancel_subscription":
      if (subscriptionId === null) throw incomplete(row);
      return { kind, deployment, merchantId, subscriptionId };
    default:
      return { kind, deployment, merchantId };
  }
}

/** The table's constraint keeps such rows out. */
function incomplete({ id }: OperatorCallRow): Error {
  return new Error(`The call ${id} does not say what is wanted`);
}
