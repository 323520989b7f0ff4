import type { TransactionSql } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import { Refusal } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/identity/scopes";
import type { MerchantActor } from "./context";

type MerchantStatus = (typeof merchants.$inferSelect)["status"];

/**
 * Keeps others from making or revoking anything with the merchant's keys until the transaction ends, so that what
 * is made with a key that leaks is either there when that is made good, or is refused.
 * @throws Refusal `authentication_error` (`api_key_invalid`): the caller's key was revoked meanwhile
 */
export async function lockKeyMaking(
  tx: TransactionSql,
  actor: MerchantActor,
): Promise<MerchantStatus | null> {
  const [merchant] = await tx<{ status: MerchantStatus }[]>`
    select status from merchants where id = ${actor.merchantId} for no key update`;
  if (actor.kind === "key") {
    const [key] = await tx<{ status: string }[]>`
      select status from api_keys where id = ${actor.keyId}`;
    if (key?.status === "revoked") {
      throw new Refusal("authentication_error", "The API key is not valid.", {
        details: { reason: "api_key_invalid" },
      });
    }
  }
  return merchant?.status ?? null;
}

/**
 * The same, for what makes a key.
 * @throws Refusal `permission_denied` (`merchant_closed`)
 */
export async function lockForKey(tx: TransactionSql, actor: MerchantActor): Promise<void> {
  if ((await lockKeyMaking(tx, actor)) !== "closed") return;
  throw new Refusal("permission_denied", "The merchant's account is closed.", {
    details: { reason: "merchant_closed" },
  });
}

/**
 * Refuses to hand a key more than it has itself; a person has every scope.
 * @throws Refusal `permission_denied` (`scope_missing`)
 */
export function refuseFurtherScopes(actor: MerchantActor, wanted: readonly Scope[]): void {
  if (actor.kind !== "key") return;
  const requiredScope = wanted.find((scope) => !actor.scopes.includes(scope));
  if (requiredScope === undefined) return;
  throw new Refusal("permission_denied", `The API key itself lacks the scope ${requiredScope}.`, {
    param: "scopes",
    details: { reason: "scope_missing", requiredScope },
  });
}

/** What stands in `created_by_key`. */
export const makerOf = (actor: MerchantActor): string | null =>
  actor.kind === "key" ? actor.keyId : null;
