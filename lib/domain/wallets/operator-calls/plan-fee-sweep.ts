import { operatorsOf } from "@/lib/adapters/chain/calls/relayer";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import { readTreasuryOf, sweepFeesData } from "@/lib/adapters/chain/reads/treasury";
import { toDecimal } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { readFees } from "@/lib/domain/platform/treasury/read-fees";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

type FeeSweep = Extract<WantedCall, { kind: "sweep_fees" }>;

/** A payment finds it cheaper to add to what is there than to begin: so much is left. */
const LEFT = 1n;

/**
 * Plans the transfer of a registry's fees to its treasury: all that have accrued, but one unit. Anyone may make the call,
 * so the operator's wallet does, where there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planFeeSweep(
  { db, config }: PlanContext,
  { deployment, contract, token }: FeeSweep,
): Promise<CallPlan> {
  const [to, registry] = [addressOf(deployment, contract), addressOf(deployment, "registry")];
  const [fees, treasury] = await Promise.all([
    readFees(db, deployment, { contract, token }),
    readTreasuryOf(deployment.chain.rpc, registry),
  ]);
  const { currency, decimals } = tokenAt(deployment, token);
  const say = (amount: bigint) => toDecimal(amount, decimals);
  const { finalAccrued, swept, waiting, counted } = fees;
  const signer = operatorsOf(config)[0]?.address ?? treasury;
  const now = `Fees in ${currency} up to the final block: ${say(finalAccrued)} accrued, ${say(swept)} swept, ${say(waiting)} wait for ${checksumAddress(treasury)}.`;
  if (waiting <= LEFT || counted <= LEFT) return { verdict: "done", now, signer };
  const data = sweepFeesData(registry, token);
  return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer };
}

function tokenAt({ id, tokens }: Deployment, address: Address): Token {
  const found = Object.values(tokens).find((token) => token.address === address);
  if (!found) throw new Error(`Deployment ${id} has no token ${address}`);
  return found;
}
