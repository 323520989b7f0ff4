import { transaction } from "@/db/client";
import type { users } from "@/db/schema/users";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { createOwnMerchant as declaration } from "@/lib/contract/merchants/merchants";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readMerchant } from "./get-own-merchant";
import { signUpClosed } from "./sign-up-policy";

type Input = InputOf<typeof declaration>;

/** How many merchants a person may have; those that are closed count. */
const MOST = 5;

/**
 * Makes a further merchant of a signed-in person, with the address that their identity provider has verified.
 * @throws Refusal `permission_denied` with `sign_up_closed`, `too_many_merchants`, or `merchant_suspended`: one of theirs is
 */
export const createOwnMerchant = {
  async prepare({ db, actor, identityOf }: Context<SessionActor>): Promise<string | null> {
    const [user] = await db<Pick<typeof users.$inferSelect, "provider" | "subject">[]>`
      select provider, subject from users where id = ${actor.userId}`;
    const profile = user && (await identityOf?.(user));
    return profile?.emailVerified ? profile.email : null;
  },

  run(
    ctx: Context<SessionActor>,
    { businessName }: Input,
    email: string | null,
  ): Promise<OutputOf<typeof declaration>> {
    const { userId, mode } = ctx.actor;
    if (ctx.config.PLATFORM_FEES === "off") throw signUpClosed();
    return transaction(ctx.db, async (tx) => {
      await tx`select from users where id = ${userId} for no key update`;
      const owned = await tx<{ status: string }[]>`
        select m.status from memberships s join merchants m on m.id = s.merchant_id
        where s.user_id = ${userId}`;
      refuseFurther(owned);
      const id = newId("merchant");
      await tx`
        insert into merchants (id, business_name, email) values (${id}, ${businessName}, ${email})`;
      await tx`insert into memberships (user_id, merchant_id) values (${userId}, ${id})`;
      await recordAudit(ctx, tx, {
        action: "merchant.created",
        subject: { type: "merchant", id },
        before: null,
        after: { businessName },
      });
      return readMerchant({ ...ctx, db: tx }, id, mode);
    });
  },
};

function refuseFurther(owned: readonly { status: string }[]): void {
  if (owned.length >= MOST) {
    throw new Refusal("permission_denied", `A person can own at most ${MOST} merchants.`, {
      details: { reason: "too_many_merchants", limit: MOST },
    });
  }
  if (owned.some(({ status }) => status === "suspended")) {
    throw new Refusal("permission_denied", "One of your merchants is suspended.", {
      details: { reason: "merchant_suspended" },
    });
  }
}
