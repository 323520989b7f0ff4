import { payGasLimit, paySignedGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodePay, encodePaySigned, readSettled } from "@/lib/adapters/chain/calls/payment-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import { type PaymentFailure, paymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import type { Item, PlannedCall } from "./plan-calls";

/** An item that would not settle now, and why. */
export interface BadItem {
  readonly id: string;
  readonly failure: PaymentFailure;
}

/** An authorization that ends sooner is not signed for any more: it would only cost gas. */
const LEAST_LEFT_SECONDS = 10n;

/**
 * Reads again which payers have code: one may have delegated its account (EIP-7702) after it signed.
 * @throws RpcError, RpcUnavailable
 */
export async function readCodes(
  { chain }: Deployment,
  items: readonly Item[],
): Promise<ReadonlyMap<Address, boolean>> {
  const payers = [...new Set(items.map(({ payment }) => payment.payer))];
  const codes = await Promise.all(payers.map((payer) => hasCode(chain.rpc, payer)));
  return new Map(payers.map((payer, index) => [payer, codes[index] ?? false]));
}

/**
 * Sorts out what is not valid by the chain's clock, with what it needs to be mined in time.
 * @throws RpcError, RpcUnavailable
 */
export async function findUntimely(
  { chain }: Deployment,
  items: readonly Item[],
): Promise<BadItem[]> {
  const { timestamp } = await readLatestBlock(chain);
  return items.flatMap(({ id, payment }): BadItem[] => {
    if (payment.validAfter >= timestamp) return [{ id, failure: "not_yet_valid" }];
    return payment.validBefore < timestamp + LEAST_LEFT_SECONDS ? [{ id, failure: "expired" }] : [];
  });
}

/**
 * Simulates a call as its wallet would send it, with the gas that it would have.
 * @returns the items that it would not settle
 * @throws RpcUnavailable no node answered, or the answer says nothing about the items
 */
export async function findUnsettled(
  deployment: Deployment,
  from: Address,
  call: PlannedCall,
): Promise<BadItem[]> {
  const { chain } = deployment;
  const { data, gas, groups, items } = call;
  const simulation = await simulateCall(chain.rpc, {
    from,
    to: addressOf(deployment, "processor"),
    data,
    gas,
  });
  if (groups.length === 0) {
    const [item] = items;
    if (!simulation.reverted || !item) return [];
    return [{ id: item.id, failure: paymentFailure(simulation.data) }];
  }
  if (simulation.reverted) {
    // Only too little gas stops a whole batch, and it has enough by the contract's own formula.
    throw new RpcUnavailable(`${call.kind} cannot be simulated: ${simulation.data}`);
  }
  const settled = readSettled(simulation.result, groups);
  const unsettled = items.filter(({ groupIndex, itemIndex }) => !settled[groupIndex]?.[itemIndex]);
  return Promise.all(unsettled.map((item) => explainItem(deployment, from, item)));
}

/** The batch tells which items fail, a single call tells why. */
async function explainItem(deployment: Deployment, from: Address, item: Item): Promise<BadItem> {
  const { id, payment, payerHasCode } = item;
  const registry = addressOf(deployment, "registry");
  const simulation = await simulateCall(deployment.chain.rpc, {
    from,
    to: addressOf(deployment, "processor"),
    data: payerHasCode ? encodePaySigned(registry, payment) : encodePay(registry, payment),
    gas: payerHasCode ? paySignedGasLimit : payGasLimit,
  });
  return { id, failure: simulation.reverted ? paymentFailure(simulation.data) : "reverted" };
}
