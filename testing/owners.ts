import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import { type Hex, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "./chain";
import type { World } from "./world";

/** Somebody with a verified address and a second factor. */
const goodProfile: IdentityProfile = {
  provider: "test",
  subject: "ada",
  email: "ada@example.com",
  emailVerified: true,
  secondFactors: ["totp"],
  createdAt: new Date(0),
  disabled: false,
};

/** A merchant that is told about and that no registry has, as its owner's session acts for it. */
export interface OwnedMerchant {
  readonly id: string;
  readonly userId: string;
  /** @param change in place of what is good */
  context(mode: Mode, change?: Partial<IdentityProfile>): Context<SessionActor>;
}

/** Adds a user with an onboarded merchant that says where its payments go. */
export async function addOwnedMerchant(
  world: World,
  payouts: { live?: Hex | null; test?: Hex | null } = {},
): Promise<OwnedMerchant> {
  const { db } = world;
  const [id, userId] = [newId("merchant"), newId("user")];
  await db`insert into merchants ${db({
    id,
    businessName: "Late Bakery",
    businessSector: "Food",
    countryCode: "ES",
    payoutAddress: payouts.live ?? null,
    testPayoutAddress: payouts.test ?? null,
  })}`;
  await db`insert into users ${db({ id: userId, provider: "test", subject: userId })}`;
  await db`insert into memberships ${db({ userId, merchantId: id, isDefault: true })}`;
  const context = (mode: Mode, change: Partial<IdentityProfile> = {}): Context<SessionActor> => ({
    ...world.systemContext(),
    actor: { kind: "session", userId, merchantId: id, mode, sessionId: "ses_test" },
    identityOf: async () => ({ ...goodProfile, ...change }),
    requireStepUp: () => {},
  });
  return { id, userId, context };
}

/** A wallet with ether for gas and nothing else. */
export async function newWallet(world: World): Promise<ChainAccount> {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  const address = lowerHex(privateKeyToAccount(privateKey).address);
  await world.chain.request("anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  return { privateKey, address };
}
