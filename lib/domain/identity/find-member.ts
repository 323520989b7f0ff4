import type { Db } from "@/db/client";
import type { users } from "@/db/schema/users";
import type { VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";

interface MemberRow {
  userId: string;
  status: (typeof users.$inferSelect)["status"];
  merchantId: string | null;
  isClosed: boolean;
}

/** A person with the merchant that they act for. */
export interface Member {
  readonly userId: string;
  readonly merchantId: string;
  /** The merchant's account is closed for good. */
  readonly isClosed: boolean;
}

/**
 * Finds the user of a token and the merchant that they act for: the one that is named, or their default.
 * Read at each request: a removed member loses access at once.
 * @param merchantId as the request names it; null where it names none
 * @throws Refusal `authentication_error` (`token_invalid`): the user is disabled
 * @throws Refusal `merchant_not_synced`: the user is not known yet, or has no merchant
 * @throws Refusal `permission_denied` (`membership_required`): not a merchant of theirs
 */
export async function findMember(
  db: Db,
  { provider, subject }: Pick<VerifiedToken, "provider" | "subject">,
  merchantId: string | null,
): Promise<Member> {
  const [row] = await db<MemberRow[]>`
    select u.id as user_id, u.status, m.merchant_id, coalesce(c.status = 'closed', false) as is_closed
    from users u left join memberships m on m.user_id = u.id
      and case when ${merchantId}::text is null then m.is_default else m.merchant_id = ${merchantId} end
    left join merchants c on c.id = m.merchant_id
    where u.provider = ${provider} and u.subject = ${subject}`;
  if (row?.status === "disabled") {
    throw new Refusal("authentication_error", "The user is disabled.", {
      details: { reason: "token_invalid" },
    });
  }
  if (row?.merchantId) {
    return { userId: row.userId, merchantId: row.merchantId, isClosed: row.isClosed };
  }
  if (row && merchantId !== null) {
    throw new Refusal("permission_denied", "You do not belong to this merchant.", {
      param: "Stipend-Merchant",
      details: { reason: "membership_required" },
    });
  }
  throw new Refusal("merchant_not_synced", "This user has no merchant yet.", {
    details: { reason: "merchant_missing" },
  });
}
