import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { feeCap, marketFees, payloadCap } from "@/lib/domain/wallets/nonces/fees";
import { readWallet } from "@/lib/domain/wallets/nonces/wallet-rows";
import type { CallPlan, PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

/** A transfer to an account with code, and what some chains charge for data. */
const TRANSFER_GAS = 100_000n;
/** What stays behind pays for replacements up to so many times the market's fee, */
const FEE_MARGIN = 4n;
/** and at the least this per gas: rollups charge for data besides. */
const LEAST_WEI_PER_GAS = 1_000_000_000n;

/**
 * Plans the transfer of what a retired wallet holds of its chain's own currency. What the transaction may
 * cost stays behind.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable
 */
export async function planWalletSweep(
  { db, config }: PlanContext,
  { chain, wallet, recipient }: Extract<WantedCall, { kind: "sweep_wallet" }>,
): Promise<CallPlan> {
  const [row, balance, market, slots] = await Promise.all([
    readWallet(db, { chainId: chain.id, wallet }),
    gasBalance(chain.rpc, wallet),
    readFeeMarket(chain.rpc),
    db`
      select from relay_batches b
      where b.chain_id = ${chain.id} and b.wallet = ${wallet} and ${isSlotOpen(db)} limit 1`,
  ]);
  const common = { now: `The wallet holds ${balance} wei.`, signer: wallet };
  if (row.retiredAt === null) return { verdict: "refuse", failure: "wallet_in_service", ...common };
  if (slots.length > 0) return { verdict: "wait", failure: "slots_open", ...common };
  const fees = marketFees(market, payloadCap(feeCap(config)));
  if (!fees) return { verdict: "wait", failure: "fee_cap", ...common };
  const perGas = FEE_MARGIN * fees.maxFeePerGas;
  const reserve = TRANSFER_GAS * (perGas > LEAST_WEI_PER_GAS ? perGas : LEAST_WEI_PER_GAS);
  const value = balance - reserve;
  if (value <= 0n) return { verdict: "done", ...common };
  return { verdict: "call", to: recipient, data: "0x", gas: TRANSFER_GAS, value, ...common };
}
