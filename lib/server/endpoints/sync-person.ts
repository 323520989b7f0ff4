import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { syncMerchant } from "@/lib/contract/merchants/merchants";
import { syncUser } from "@/lib/domain/identity/sync-user";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { verifyPerson } from "@/lib/server/api/authenticate";
import { refused } from "@/lib/server/api/credential";
import { runtime } from "@/lib/server/runtime";

/**
 * Gives the person of an access token their merchant, as the identity provider knows them now.
 * @throws Refusal `authentication_error` with `token_invalid`
 */
export async function syncPerson(
  ctx: Context<PublicActor>,
  { accessToken }: InputOf<typeof syncMerchant>,
): Promise<OutputOf<typeof syncMerchant>> {
  const { verified, provider } = await verifyPerson(runtime(), accessToken);
  const profile = await provider.getIdentity(verified.subject);
  if (!profile || profile.disabled) throw refused("token_invalid", "There is no such account.");
  return syncUser(ctx, profile);
}
