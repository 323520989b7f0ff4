import { payGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import type { FeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import type { Env } from "@/lib/adapters/env/env";
import { feeCap, marketFees, payloadCap } from "@/lib/domain/wallets/nonces/fees";

/** What the relay has to hold ready for one payment that goes alone, in wei; null above the fee cap. */
export function paymentCost(config: Env, market: FeeMarket): bigint | null {
  const fees = marketFees(market, payloadCap(feeCap(config)));
  return fees && payGasLimit * fees.maxFeePerGas;
}
