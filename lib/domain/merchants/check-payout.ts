import { deploymentOf, deploymentsOf } from "@/lib/adapters/chain/chains";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import { invalidRequest } from "@/lib/core/errors";
import { type Address, zeroAddress } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/context";

/**
 * Checks that money may be sent to an address: it is no token and no contract of ours, where it would be lost, and no
 * list names it.
 * @throws Refusal `invalid_request` with `payout_not_allowed` or `payer_blocked`
 */
export async function checkPayout(
  { config, chains }: Pick<Context, "config" | "chains">,
  mode: Mode,
  payout: Address,
): Promise<void> {
  const known = deploymentsOf(chains, mode).flatMap(({ contracts, tokens }) =>
    [...Object.values(contracts), ...Object.values(tokens)].map((one) => one?.address),
  );
  if (payout === zeroAddress || known.includes(payout)) {
    throw invalidRequest("payoutAddress", "Money that is sent there is lost.", {
      reason: "payout_not_allowed",
    });
  }
  const { chain } = deploymentOf(chains, mode);
  const { result } = await screenAddress({ config, chain, address: payout });
  if (result !== "blocked") return;
  throw invalidRequest("payoutAddress", "This address cannot be served.", {
    reason: "payer_blocked",
  });
}
