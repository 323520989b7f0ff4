import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import {
  type SessionStatus,
  type SubscriptionStatus,
  sessionTransitions,
  subscriptionTransitions,
} from "@/lib/core/states";

/** Numbers that follow from a seed (mulberry32): below `bound`. */
export function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}

interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Rows of a business, changed at random as the product changes them: by the tables of transitions. */
export class RandomHistory {
  private readonly sessions: { id: string; status: SessionStatus; draft: boolean }[] = [];
  private readonly payments: { id: string; status: string; amount: bigint; refunded: bigint }[] =
    [];
  private readonly subscriptions: { id: string; status: SubscriptionStatus }[] = [];

  constructor(
    private readonly owner: Owner,
    private readonly random: (bound: number) => number,
    private readonly customers: readonly string[],
    private readonly plans: readonly string[],
  ) {}

  /** Makes one change, with the counters that follow from it. Foreign keys are not looked at. */
  async step(tx: TransactionSql): Promise<void> {
    const steps = [
      () => this.addSession(tx),
      () => this.moveSession(tx),
      () => this.moveSession(tx),
      () => this.addPayment(tx),
      () => this.movePayment(tx),
      () => this.movePayment(tx),
      () => this.addSubscription(tx),
      () => this.moveSubscription(tx),
      () => this.moveSubscription(tx),
      () => this.pause(tx),
    ];
    await this.pick(steps)?.();
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[this.random(list.length)];
  }

  /** A moment of the last 70 days. */
  private moment(): Date {
    return new Date(Date.now() - this.random(70 * 86_400) * 1_000);
  }

  private async addSession(tx: TransactionSql): Promise<void> {
    const id = newId("paymentSession");
    const draft = this.random(4) === 0;
    const { merchantId, mode } = this.owner;
    const invoiceId = draft ? newId("invoice") : null;
    const status = draft ? "created" : "pending";
    await tx`
      insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, invoice_id, created_via, expires_at, created_at)
      values (${id}, ${merchantId}, ${mode}, 'dep_1', 5, 'USDC', decode(repeat('11', 20), 'hex'),
        sha256(${id}::text::bytea), ${status}, ${invoiceId}, 'api', now(), ${this.moment()})`;
    if (invoiceId !== null) {
      await tx`
        insert into invoices (id, merchant_id, mode, number, public_id, session_id, currency, subtotal,
          tax_total, total, taxes, due_in_days, due_at)
        values (${invoiceId}, ${merchantId}, ${mode}, ${this.random(2 ** 30)}, ${invoiceId}, ${id},
          'USDC', 5, 0, 5, '[]', 7, now())`;
    }
    this.sessions.push({ id, status, draft });
  }

  private async moveSession(tx: TransactionSql): Promise<void> {
    const session = this.pick(this.sessions);
    if (!session) return;
    const targets =
      session.draft && session.status === "created"
        ? (["pending", "cancelled"] as const)
        : sessionTransitions[session.status];
    const target = this.pick<SessionStatus>(targets);
    if (!target) return;
    await tx`update payment_sessions set status = ${target} where id = ${session.id}`;
    if (session.draft && session.status === "created" && target === "pending") {
      await tx`update invoices set status = 'sent', sent_at = now() where session_id = ${session.id}`;
    }
    session.status = target;
  }

  private async addPayment(tx: TransactionSql): Promise<void> {
    const id = newId("transaction");
    const type = this.pick(["payment", "subscription_charge", "refund", "unmatched_deposit"]) ?? "";
    const amount = this.random(5) === 0 ? 2n ** 255n : BigInt(1 + this.random(1e9));
    const customerId = this.random(5) === 0 ? null : (this.pick(this.customers) ?? null);
    const isPayment = type === "payment" || type === "unmatched_deposit";
    const { merchantId, mode } = this.owner;
    await tx`
      insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
        fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id,
        tx_hash, log_index, block_number, block_timestamp, created_at, settlement_key, customer_id)
      values (${id}, ${merchantId}, ${mode}, 'dep_1', ${type}, 'pending', ${String(amount)}::numeric,
        ${this.pick(["USDC", "EURC"]) ?? "USDC"}, ${String(amount / 100n)}::numeric, 0, 0,
        decode(repeat('22', 20), 'hex'),
        decode(repeat('33', 20), 'hex'), decode(repeat('11', 20), 'hex'), sha256(${id}::text::bytea),
        case when ${isPayment} then sha256(${id}::text::bytea) end, 31337,
        sha256(${id}::text::bytea), 0, ${this.random(1_000)}::int, ${this.moment()}, ${this.moment()},
        case when not ${isPayment} then sha256(${id}::text::bytea) end, ${customerId})`;
    this.payments.push({ id, status: "pending", amount, refunded: 0n });
  }

  /** Confirms, takes back and refunds; a reorganisation deeper than finality takes back confirmed ones. */
  private async movePayment(tx: TransactionSql): Promise<void> {
    const payment = this.pick(this.payments);
    if (!payment) return;
    if (payment.status === "confirmed" && this.random(3) > 0) {
      // More than was paid, at times.
      payment.refunded =
        this.random(3) === 0 ? 0n : (payment.amount * BigInt(this.random(15))) / 10n;
      const refunded = payment.refunded > 2n ** 255n ? 2n ** 255n : payment.refunded;
      await tx`
        update transactions set amount_refunded = ${String(refunded)}::numeric where id = ${payment.id}`;
      return;
    }
    payment.status = this.pick(["confirmed", "confirmed", "reorged", "pending"]) ?? "pending";
    const exception = this.pick(["none", "none", "screening"]) ?? "none";
    await tx`
      update transactions set status = ${payment.status}, payment_exception = ${exception},
        block_number = case when status = 'confirmed' then block_number else ${this.random(1_000)}::int end
      where id = ${payment.id}`;
  }

  private async addSubscription(tx: TransactionSql): Promise<void> {
    const id = newId("subscription");
    const planId = this.random(4) === 0 ? null : (this.pick(this.plans) ?? null);
    const { merchantId, mode } = this.owner;
    const origin = this.pick(["relay", "chain"]) ?? "";
    const currency = this.pick(["USDC", "EURC"]) ?? "";
    const amount = 1 + this.random(1e9);
    const isNextTerm = amount % 3 === 0;
    await tx`
      insert into subscriptions (id, merchant_id, mode, deployment_id, chain_id, chain_merchant_id,
        origin, plan_id, onchain_id, payer, token_address, currency, amount, interval_seconds,
        start_at, next_term, permit_value, permit_deadline, permit_nonce)
      values (${id}, ${merchantId}, ${mode}, 'dep_1', 31337, 1, ${origin},
        ${planId}, sha256(${id}::text::bytea), decode(repeat('22', 20), 'hex'),
        decode(repeat('11', 20), 'hex'), ${currency},
        ${amount}, ${this.pick([86_400, 604_800, 2_592_000, 7_776_000, 123_457]) ?? 1},
        now() - ${isNextTerm ? amount % 40 : 0} * interval '1 day', ${isNextTerm}, 1, 1, 0)`;
    this.subscriptions.push({ id, status: "pending" });
  }

  private async moveSubscription(tx: TransactionSql): Promise<void> {
    const subscription = this.pick(this.subscriptions);
    const target =
      subscription && this.pick<SubscriptionStatus>(subscriptionTransitions[subscription.status]);
    if (!subscription || !target) return;
    const { id } = subscription;
    const isEnrolled = subscription.status === "pending" && target !== "cancelled";
    const hasEnded = ["cancelled", "lapsed", "completed"].includes(target);
    const by = this.pick(["payer", "merchant", "operator", null]) ?? null;
    const first = subscription.status;
    const endedAs = first === "lapsed" || first === "completed" ? first : null;
    await tx`
      update subscriptions set status = ${target}, ended_as = ${endedAs},
        enrolled_at = case when ${isEnrolled} then ${this.moment()} else enrolled_at end,
        closed_at = case when ${hasEnded}
          then coalesce(closed_at, greatest(enrolled_at, ${this.moment()})) end,
        cancelled_at = case when ${target} = 'cancelled' then now() end,
        cancelled_by = case when ${target} = 'cancelled' then ${by}::text end
      where id = ${id}`;
    subscription.status = target;
  }

  /** Pauses or resumes; at times a reorganisation takes the enrolment back. */
  private async pause(tx: TransactionSql): Promise<void> {
    const subscription = this.pick(this.subscriptions);
    if (!subscription) return;
    const isLive = ["trialing", "active", "past_due"].includes(subscription.status);
    if (isLive && this.random(5) === 0) {
      await tx`
        update subscriptions set status = 'pending', enrolled_at = null where id = ${subscription.id}`;
      subscription.status = "pending";
      return;
    }
    await tx`
      update subscriptions set paused_at = case when paused_at is null then now() end
      where id = ${subscription.id}`;
  }
}
