import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { recordSessionPayer as declaration } from "@/lib/contract/payments/checkout";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState, notFound } from "@/lib/core/errors";
import { lockSession } from "@/lib/domain/payments/sessions/close-session";
import { findSession } from "@/lib/domain/payments/sessions/find-session";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isSessionBeingPaid, refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { lockCustomerOfWallet } from "./customer-rows";
import { seeEmail } from "./email-history";

/** How many customers one session's link may make: anybody who holds it can name any wallet. */
const MAX_CUSTOMERS = 5;

/**
 * Notes who is about to pay a session: makes the customer of the wallet or adds to the e-mails seen
 * for it, and links the session to it, unless the merchant named the session's customer itself.
 * The receipt goes to the e-mail if this wallet pays.
 * Nothing proves what is typed here, so it replaces no e-mail that the merchant set or a payment
 * proved.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the session is closed or paid, or a payment is on its way
 * (`payment_in_flight`), or its link has made as many customers as it may (`too_many_customers`)
 */
export async function recordSessionPayer(
  ctx: Context<PublicActor>,
  { id, email, walletAddress }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  await findSession(ctx, id);
  await transaction(ctx.db, async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) throw notFound("payment session");
    await checkPayable(tx, session);
    await countNewCustomer(tx, session, walletAddress);
    const customer = await lockCustomerOfWallet(tx, session, walletAddress);
    const seen = seeEmail(customer, email, "checkout");
    await tx`
      update customers set email = ${seen.email}, email_source = ${seen.emailSource},
        email_history = ${tx.json(seen.emailHistory)}, updated_at = clock_now()
      where id = ${customer.id}`;
    await linkCustomer(tx, session, customer.id, email);
    await tx`
      update payment_sessions set receipt_email = ${email}, receipt_wallet = ${walletAddress}
      where id = ${session.id} and ${ownedBy(tx, session)}`;
  });
  return { object: "checkout_payer", sessionId: id, recorded: true };
}

async function checkPayable(tx: TransactionSql, session: SessionRow): Promise<void> {
  const { status } = session;
  if (status !== "created" && status !== "pending") {
    const isPaid = status === "confirmed" || status === "refunded";
    throw invalidState(`The session is ${status}.`, {
      currentStatus: status,
      reason: isPaid ? "already_paid" : "already_closed",
    });
  }
  if (await isSessionBeingPaid(tx, session.id)) throw refuseBeingPaid(status);
}

/** Counts the customer that the wallet is about to become, if it is none yet. The session is locked. */
async function countNewCustomer(
  tx: TransactionSql,
  { id, status, merchantId, mode }: SessionRow,
  walletAddress: Address,
): Promise<void> {
  const known = await tx`
    select from customers
    where ${ownedBy(tx, { merchantId, mode })} and wallet_address = ${walletAddress}`;
  if (known.length > 0) return;
  const counted = await tx`
    update payment_sessions set customers_made = customers_made + 1
    where id = ${id} and customers_made < ${MAX_CUSTOMERS}`;
  if (counted.count > 0) return;
  throw invalidState("Too many wallets were named for this session.", {
    currentStatus: status,
    reason: "too_many_customers",
  });
}

/** A payer's e-mail on the session says that its customer came from here, and may change again. */
async function linkCustomer(
  tx: TransactionSql,
  session: SessionRow,
  customerId: string,
  email: string,
): Promise<void> {
  await tx`
    update payment_sessions set customer_id = ${customerId}, payer_email = ${email}
    where id = ${session.id} and (customer_id is null or payer_email is not null)`;
}
