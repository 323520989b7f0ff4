import type { RelayWallet } from "@/lib/adapters/chain/calls/relayer";

/** Some chains charge calldata and data fees as gas. */
const NOOP_GAS = 100_000n;

/** A transfer of nothing to oneself: it only uses a nonce up. */
export function noopCall({ address }: RelayWallet) {
  return { to: address, data: "0x", gas: NOOP_GAS } as const;
}
