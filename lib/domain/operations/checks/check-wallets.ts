import { formatUnits } from "viem/utils";
import { payGasLimit } from "@/lib/adapters/chain/call-gas";
import type { Chains } from "@/lib/adapters/chain/chains";
import {
  blocksAll,
  blocksChain,
  combine,
  type Finding,
  ok,
  warn,
} from "@/lib/domain/operations/finding";
import type { ChainSources, Sources, WalletBalance } from "@/lib/domain/operations/open-sources";
import { paymentCost } from "@/lib/domain/operations/payment-cost";
import { feeCap, payloadCap } from "@/lib/domain/relay/nonces/fees";

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
  { config }: Sources,
  chains: Chains,
  { chain, balances, market }: ChainSources,
): Promise<Finding> {
  const [wallets, fees] = await Promise.all([balances(), market()]);
  // Above the cap nothing is sent at all, which the check of the fees says.
  const most = payGasLimit * payloadCap(feeCap(config));
  const cost = paymentCost(config, fees) ?? most;
  const findings = wallets.map((wallet) =>
    judge(wallet, cost, chain.preset.nativeCurrency, chain.id),
  );
  const canPay = wallets.some(({ balance }) => balance >= cost);
  const blocks = canPay ? [] : blocksChain(chains, chain.id, "no relay wallet can pay for gas");
  const { status, detail } = combine(findings);
  return { status, detail, blocks };
}

function judge(
  { wallet, balance }: WalletBalance,
  cost: bigint,
  currency: { symbol: string; decimals: number },
  chainId: number,
): Finding {
  const payments = balance / cost;
  const has = `${rounded(formatUnits(balance, currency.decimals))} ${currency.symbol}`;
  const detail = `${wallet} has ${has} on chain ${chainId}, good for ${payments} payments`;
  return payments < LOW_PAYMENTS ? warn(detail) : ok(detail);
}

const rounded = (decimals: string) => String(Number(Number(decimals).toPrecision(4)));
