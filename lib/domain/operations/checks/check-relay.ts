import { formatGwei, formatUnits } from "viem/utils";
import { payGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import type { Chains } from "@/lib/adapters/chain/chains";
import {
  blocksAll,
  blocksChain,
  combine,
  type Finding,
  ok,
  raising,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import type { ChainSources, WalletBalance } from "@/lib/domain/operations/open-chain";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { paymentCost } from "@/lib/domain/operations/payment-cost";
import { LATE_SECONDS } from "@/lib/domain/operations/stored-relay";
import { totalOf } from "@/lib/domain/operations/total-of";
import { balancesInService } from "@/lib/domain/operations/wallets-in-service";
import { feeCap, payloadCap } from "@/lib/domain/wallets/nonces/fees";

/** Fewer payments than this, and it is time to send gas money. */
const LOW_PAYMENTS = 100n;

/** Whether the relay's wallets can pay for gas, by what the chain says that they have now. */
export async function checkWallets(sources: Sources): Promise<Finding> {
  if (sources.config.RELAYER_PRIVATE_KEYS.length === 0) {
    const reason = "no relay wallet is configured";
    return warn(`${reason}: payments wait`, blocksAll(reason));
  }
  const chains = await sources.chains();
  return combine(
    await Promise.all(
      chains.all.map(async ({ id }) => walletsOf(sources, chains, await sources.chain(id))),
    ),
  );
}

async function walletsOf(
  sources: Sources,
  chains: Chains,
  { chain, balances, market }: ChainSources,
): Promise<Finding> {
  const { config } = sources;
  const [wallets, fees] = await Promise.all([
    balancesInService(sources, chain.id, balances),
    market(),
  ]);
  if (wallets.length === 0) {
    const reason = "no relay wallet is in service";
    const detail = `${reason} on chain ${chain.id}: payments wait`;
    return warn(detail, blocksChain(chains, chain.id, reason));
  }
  // Above the cap nothing is sent at all, which the check of the fees says.
  const most = payGasLimit * payloadCap(feeCap(config));
  const cost = paymentCost(config, fees) ?? most;
  const findings = wallets.map((wallet) =>
    judgeWallet(wallet, cost, chain.preset.nativeCurrency, chain.id),
  );
  const canPay = wallets.some(({ balance }) => balance >= cost);
  const blocks = canPay ? [] : blocksChain(chains, chain.id, "no relay wallet can pay for gas");
  return { ...combine(findings), blocks };
}

function judgeWallet(
  { wallet, balance }: WalletBalance,
  cost: bigint,
  currency: { symbol: string; decimals: number },
  chainId: number,
): Finding {
  const payments = balance / cost;
  const has = `${rounded(formatUnits(balance, currency.decimals))} ${currency.symbol}`;
  const detail = `${wallet} has ${has} on chain ${chainId}, good for ${payments} payments`;
  return payments < LOW_PAYMENTS ? raising("relayer_low", warn(detail)) : ok(detail);
}

const rounded = (decimals: string) => String(Number(Number(decimals).toPrecision(4)));

/** Whether the chains ask for less per gas than we may pay. */
export async function checkFees(sources: Sources): Promise<Finding> {
  const { config } = sources;
  const chains = await sources.chains();
  const findings = await Promise.all(
    chains.all.map(async ({ id }) => {
      const { market } = await sources.chain(id);
      const fees = await market();
      if (paymentCost(config, fees) !== null) return ok();
      const asked = `chain ${id} asks for ${formatGwei(fees.baseFee)} gwei per gas`;
      return warn(
        `${asked}, RELAY_MAX_FEE_GWEI is ${config.RELAY_MAX_FEE_GWEI}: payments wait`,
        blocksChain(chains, id, "gas costs more than RELAY_MAX_FEE_GWEI"),
      );
    }),
  );
  return combine(findings);
}

const STUCK_SECONDS = 300;
const STUCK_BLOCKS = 20;

/** Whether what the relay has sent is mined, and its wallets' counters are those of the chain. */
export async function checkNonces({ slots, behindWallets, chains }: Sources): Promise<Finding> {
  const [open, behind, { all }] = await Promise.all([slots(), behindWallets(), chains()]);
  return combine([
    ok(),
    ...behind.map(({ chainId, address }) =>
      warn(`${address} counts fewer nonces than chain ${chainId} has seen`),
    ),
    ...open.map(({ chainId, wallet, inFlight, oldestInFlightSeconds }) => {
      const chain = all.find(({ id }) => id === chainId);
      const blocks = STUCK_BLOCKS * (chain?.preset.blockSeconds ?? 0);
      if (oldestInFlightSeconds <= Math.max(STUCK_SECONDS, blocks)) return ok();
      const since = spoken(oldestInFlightSeconds);
      return warn(
        `${wallet} has ${inFlight} in flight on chain ${chainId}, the oldest for ${since}`,
      );
    }),
  ]);
}

/**
 * Whether the outcome of a payment is unknown for long: signed or sent and in no block, or mined
 * without settling while its signatures can still be executed, which is decided when it is final.
 */
export async function checkOutcomes({ submissions, chains }: Sources): Promise<Finding> {
  const [open, { all }] = await Promise.all([submissions(), chains()]);
  const unknown = open.filter(({ state, failed, chainId, stateSeconds }) => {
    const { expectedFinalSeconds = 0 } = all.find(({ id }) => id === chainId)?.preset ?? {};
    if (state === "mined") return failed && stateSeconds > LATE_SECONDS + expectedFinalSeconds;
    return (state === "signed" || state === "broadcast") && stateSeconds > LATE_SECONDS;
  });
  const { oldest } = totalOf(unknown, ({ stateSeconds }) => stateSeconds);
  const count = unknown.reduce((sum, { late }) => sum + late, 0);
  if (count === 0) return ok();
  const detail = `payments with an unknown outcome: ${count}, the oldest for ${spoken(oldest)}`;
  return raising("outcomes_unknown", warn(detail));
}
