import { readIsReserved } from "@/lib/adapters/chain/calls/registry-calls";
import { type Deployment, deploymentOf, deploymentsOf } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import { type Address, zeroAddress } from "@/lib/core/chain/hex";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import type { ScreeningResult } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

type Sources = Pick<Context, "config" | "chains">;

/** A wallet of a merchant, with the field that names it. */
interface NamedWallet {
  readonly param: string;
  readonly wallet: Address;
}

/**
 * Checks that money may be sent to an address: it is no token, no contract of ours and nothing else that a registry
 * reserves, where it would be lost, and no list names it.
 * @throws Refusal `invalid_request` with `payout_not_allowed` or `payer_blocked`
 */
export async function checkPayout(ctx: Sources, mode: Mode, payout: Address): Promise<void> {
  await checkWallet(ctx, mode, { param: "payoutAddress", wallet: payout });
}

/**
 * The same of any wallet that a merchant names.
 * @returns what the lists say, where they do not block it
 * @throws Refusal `invalid_request` with `payout_not_allowed` or `payer_blocked`
 */
export async function checkWallet(
  { config, chains }: Sources,
  mode: Mode,
  { param, wallet }: NamedWallet,
): Promise<Exclude<ScreeningResult, "blocked">> {
  const deployments = deploymentsOf(chains, mode);
  const known = deployments.flatMap(({ contracts, tokens, treasury }) => [
    ...[...Object.values(contracts), ...Object.values(tokens)].map((one) => one?.address),
    treasury,
  ]);
  const isKnown = wallet === zeroAddress || known.includes(wallet);
  if (isKnown || (await isReserved(deployments, wallet))) {
    throw invalidRequest(param, "Money sent to this address is lost.", {
      reason: "payout_not_allowed",
    });
  }
  const { chain } = deploymentOf(chains, mode);
  const { result } = await screenAddress({ config, chain, address: wallet });
  if (result !== "blocked") return result;
  throw invalidRequest(param, "This address can't be used.", {
    reason: "payer_blocked",
  });
}

/** Whether a registry refuses it as a payout. One that does not answer refuses it itself, once it is told. */
async function isReserved(deployments: readonly Deployment[], wallet: Address): Promise<boolean> {
  const answers = deployments.map(async ({ chain, contracts }) => {
    try {
      const rpc = rpcWithin(chain.rpc, requestMs);
      return await readIsReserved(rpc, contracts.registry.address, wallet);
    } catch (error) {
      if (isChainTrouble(error)) return false;
      throw error;
    }
  });
  return (await Promise.all(answers)).includes(true);
}

/**
 * The same of wallets that are written to the chain for good: until the lists have answered, nothing is.
 * @throws Refusal `invalid_request` with `payout_not_allowed` or `payer_blocked`
 * @throws Refusal `api_error` with `screening_unavailable`
 */
export async function requireClearWallets(
  ctx: Sources,
  mode: Mode,
  wallets: readonly NamedWallet[],
): Promise<void> {
  for (const one of wallets) {
    if ((await checkWallet(ctx, mode, one)) !== "unavailable") continue;
    throw unavailable("screening_unavailable", "The wallets cannot be screened now: try again.");
  }
}
