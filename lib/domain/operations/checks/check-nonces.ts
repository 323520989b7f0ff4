import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

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
