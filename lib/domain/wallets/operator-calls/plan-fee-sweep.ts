import { readOperator } from "@/lib/adapters/chain/calls/registry-calls";
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
 * so an operator's wallet does, where there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planFeeSweep(
  ctx: PlanContext,
  { deployment, contract, token }: FeeSweep,
): Promise<CallPlan> {
  const [to, registry] = [addressOf(deployment, contract), addressOf(deployment, "registry")];
  const [fees, treasury, signers] = await Promise.all([
    readFees(ctx.db, deployment, { contract, token }),
    readTreasuryOf(deployment.chain.rpc, registry),
    findSigners(ctx, deployment),
  ]);
  const { currency, decimals } = tokenAt(deployment, token);
  const say = (amount: bigint) => toDecimal(amount, decimals);
  const { finalAccrued, swept, waiting, counted } = fees;
  const [signer = treasury] = signers;
  const now = `Fees in ${currency} up to the final block: ${say(finalAccrued)} accrued, ${say(swept)} swept, ${say(waiting)} wait for ${checksumAddress(treasury)}.`;
  if (waiting <= LEFT || counted <= LEFT) return { verdict: "done", now, signer };
  const data = sweepFeesData(registry, token);
  return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer, signers };
}

/** The registry's operator where we have its key and it is in service on the chain, or else any operator's wallet that is. */
async function findSigners(
  { db, config }: PlanContext,
  deployment: Deployment,
): Promise<readonly Address[]> {
  const { chainId, chain } = deployment;
  const [operator, retired] = await Promise.all([
    readOperator(chain.rpc, addressOf(deployment, "registry")),
    db<{ address: Address }[]>`
      select address from relay_wallets where chain_id = ${chainId} and retired_at is not null`,
  ]);
  const out = new Set(retired.map(({ address }) => address));
  const inService = operatorsOf(config).flatMap(({ address }) => (out.has(address) ? [] : address));
  return inService.includes(operator) ? [operator] : inService;
}

function tokenAt({ id, tokens }: Deployment, address: Address): Token {
  const found = Object.values(tokens).find((token) => token.address === address);
  if (!found) throw new Error(`Deployment ${id} has no token ${address}`);
  return found;
}
