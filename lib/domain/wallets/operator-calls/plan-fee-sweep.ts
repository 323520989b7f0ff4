import { contractOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
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
 * Plans the transfer of a processor's fees to its treasury, which takes what the events say are fees of final
 * payments.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planFeeSweep(
  { db }: PlanContext,
  { deployment, token }: FeeSweep,
): Promise<CallPlan> {
  const { address: to } = contractOf(deployment, "processor");
  const [fees, signer] = await Promise.all([
    readFees(db, deployment, token),
    readTreasuryOf(deployment.chain.rpc, to),
  ]);
  const { currency, decimals } = tokenAt(deployment, token);
  const say = (amount: bigint) => toDecimal(amount, decimals);
  const { finalAccrued, swept, waiting, balance, stray } = fees;
  const now = [
    `Fees in ${currency} up to the final block: ${say(finalAccrued)} accrued, ${say(swept)} swept, ${say(waiting)} wait for ${checksumAddress(signer)}.`,
    ...(stray > 0n ? [`${say(stray)} more are not fees: they were sent there directly.`] : []),
  ].join(" ");
  const amount = waiting < balance ? waiting : balance - LEFT;
  if (waiting <= LEFT || amount <= 0n) return { verdict: "done", now, signer };
  const data = sweepFeesData(token, amount);
  return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer };
}

function tokenAt({ id, tokens }: Deployment, address: Address): Token {
  const found = Object.values(tokens).find((token) => token.address === address);
  if (!found) throw new Error(`Deployment ${id} has no token ${address}`);
  return found;
}
