import { formatUnits } from "viem/utils";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { GaugeName } from "./gauges";

/** Under which values of its labels a gauge has which value. */
export type Reading = readonly [gauge: GaugeName, value: number, ...labels: string[]];

/** Wei as a number of the chain's own currency: gauges are no money. */
export function inWhole({ preset }: Chain, wei: bigint): number {
  return Number(formatUnits(wei, preset.nativeCurrency.decimals));
}
