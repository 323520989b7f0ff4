import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, Refusal, unavailable } from "@/lib/core/errors";
import { checkWallet } from "@/lib/domain/merchants/check-payout";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { Commerce } from "./require-commerce";

type Sources = Pick<Context<MerchantActor>, "db" | "chains" | "config" | "actor">;

/** Who is paid, and who was named to judge. */
interface Parties {
  readonly vendorAddress: Address;
  readonly assessorAddress?: Address | undefined;
}

/**
 * Checks that a vendor can be paid, and that the assessor can judge: neither is one of the merchant's own wallets, the
 * treasury or its agent, and they are two. The contracts refuse the same. Addresses where money is lost are refused by
 * `checkDestinations`.
 * @throws Refusal `invalid_request` with `vendor_not_allowed` or `assessor_not_allowed`
 */
export async function checkParties(
  ctx: Sources,
  { treasury }: Commerce,
  { vendorAddress, assessorAddress }: Parties,
): Promise<void> {
  const own = await readOwnWallets(ctx);
  const agent = agentOf(ctx.config)?.address;
  const ours = [treasury.address, treasury.agent, agent];
  const refusedVendors = [...ours, treasury.evaluator, assessorAddress, ...own.all];
  if (refusedVendors.includes(vendorAddress)) throw vendorNotAllowed();
  if (assessorAddress === undefined) return;
  // The owner may judge; a payout may be an exchange's address, which never can.
  if ([...ours, ...own.payouts].includes(assessorAddress)) throw assessorNotAllowed();
}

async function readOwnWallets({ db, actor }: Sources) {
  const rows = await db<{ owner: Address; payout: Address }[]>`
    select owner, payout from merchant_registrations where ${ownedBy(db, actor)}`;
  const payouts = rows.map(({ payout }) => payout);
  return { payouts, all: [...payouts, ...rows.map(({ owner }) => owner)] };
}

/**
 * Checks them as money's destinations: a registry reserves some addresses, and lists name some.
 * @throws Refusal `invalid_request` with `vendor_not_allowed`, `vendor_blocked` or `assessor_not_allowed`
 * @throws Refusal `api_error` with `screening_unavailable`
 */
export async function checkDestinations(ctx: Sources, parties: Parties): Promise<void> {
  const { mode } = ctx.actor;
  const named = [
    { param: "vendorAddress", wallet: parties.vendorAddress, refused: vendorNotAllowed },
    { param: "assessorAddress", wallet: parties.assessorAddress, refused: assessorNotAllowed },
  ];
  for (const { param, wallet, refused } of named) {
    if (wallet === undefined) continue;
    try {
      const result = await checkWallet(ctx, mode, { param, wallet });
      if (result !== "unavailable") continue;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.info.details.reason !== "payer_blocked") throw refused();
      throw invalidRequest(param, "This address can't be used.", { reason: "vendor_blocked" });
    }
    throw unavailable("screening_unavailable", "The vendor cannot be screened now: try again.");
  }
}

const vendorNotAllowed = () =>
  invalidRequest("vendorAddress", "This address can't be a vendor.", {
    reason: "vendor_not_allowed",
  });

const assessorNotAllowed = () =>
  invalidRequest("assessorAddress", "This address can't judge the job.", {
    reason: "assessor_not_allowed",
  });
