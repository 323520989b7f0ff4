/**
 * Every state machine of the product: for each status, the statuses it may become.
 * Columns take their values from these tables, and a conditional update names `sourcesOf` its target.
 */
export const sessionTransitions = {
  created: ["pending", "cancelled", "expired"],
  pending: ["confirmed", "cancelled", "expired"],
  confirmed: ["refunded"],
  // A payment that was mined before the deadline, or before the merchant closed the session, counts all the same.
  // Voiding its invoice takes that back.
  expired: ["confirmed", "cancelled"],
  cancelled: ["confirmed"],
  refunded: [],
} as const;

/** Statuses of a session that is neither paid nor closed. */
export const openSessionStatuses = sourcesOf(sessionTransitions, "expired");

/** A session that the merchant was told is paid. */
export const paidStatuses: SessionStatus[] = ["confirmed", ...sessionTransitions.confirmed];

/** A bill. A draft's session cannot be paid yet, and an overdue invoice still can be. */
export const invoiceTransitions = {
  draft: ["sent", "void"],
  sent: ["overdue", "paid", "void"],
  overdue: ["paid", "void"],
  paid: [],
  void: [],
} as const;

/** A shop: `draft` is seen by its merchant alone; an archived one stays so. */
export const storefrontTransitions = {
  draft: ["published", "archived"],
  published: ["draft", "archived"],
  archived: [],
} as const;

/** A settlement seen on chain; `reorged` rows come back when the payment is mined again. */
export const transactionTransitions = {
  pending: ["confirmed", "reorged"],
  reorged: ["pending"],
  confirmed: [],
} as const;

/** A settlement that is in the chain, final or not yet. */
export const standingTransactionStatuses: TransactionStatus[] = ["pending", "confirmed"];

/** A settlement that is not final. */
export const unfinalTransactionStatuses: TransactionStatus[] = ["pending", "reorged"];

/**
 * Money that a merchant returns to a payer. The chain decides: what it shows completes a refund also after that
 * was given up, and a completed one is `submitted` again while its block is out of the chain.
 */
export const refundTransitions = {
  pending: ["submitted", "completed", "failed", "cancelled"],
  submitted: ["completed", "failed", "pending"],
  completed: ["submitted"],
  failed: ["completed"],
  cancelled: ["completed"],
} as const;

/** A refund that takes its part of the payment: nothing of that can be refunded again. */
export const countedRefundStatuses: RefundStatus[] = ["pending", "submitted", "completed"];

/**
 * What a payer agreed to be charged. `pending` is relayed and not in a final block; `past_due` is inside the grace
 * period after a charge that failed. A cancelled one that the chain had not enrolled yet stays cancelled.
 */
export const subscriptionTransitions = {
  pending: ["trialing", "active", "cancelled"],
  trialing: ["active", "past_due", "cancelled", "completed"],
  active: ["past_due", "cancelled", "completed"],
  past_due: ["active", "lapsed", "cancelled", "completed"],
  lapsed: ["cancelled"],
  completed: ["cancelled"],
  cancelled: [],
} as const;

/** A subscription that may still be charged, or become one that is: a payer has one of a plan. */
export const liveSubscriptionStatuses: SubscriptionStatus[] = [
  "pending",
  "trialing",
  "active",
  "past_due",
];

/** A payer's signed message on its way to the chain. */
export const submissionTransitions = {
  held: ["queued", "rejected", "expired", "superseded", "confirmed"],
  queued: ["held", "signed", "rejected", "expired", "failed", "superseded", "confirmed"],
  signed: ["broadcast", "mined", "queued", "failed", "superseded", "confirmed"],
  broadcast: ["mined", "queued", "failed", "superseded", "confirmed"],
  mined: ["broadcast", "queued", "failed", "superseded", "confirmed"],
  confirmed: [],
  superseded: [],
  rejected: [],
  expired: [],
  failed: [],
} as const;

/** A submission that no nonce was taken for. */
export const unsignedSubmissionStates: SubmissionState[] = ["held", "queued"];

/** A submission whose signed bytes may be, or are, in the chain. */
export const signedSubmissionStates: SubmissionState[] = ["signed", "broadcast", "mined"];

/** A submission whose effect is in the chain, through us or another sender. */
export const settledSubmissionStates: SubmissionState[] = ["confirmed", "superseded"];

/** A submission that ended without an effect. */
export const deadSubmissionStates: SubmissionState[] = ["rejected", "expired", "failed"];

/** One relayer nonce: reserved with its signed bytes, then used up by exactly one transaction. */
export const slotTransitions = {
  signed: ["in_flight", "mined", "consumed"],
  in_flight: ["mined", "consumed"],
  mined: ["in_flight", "consumed"],
  consumed: [],
} as const;

/** A call that an operator wants made; `queued` again after a transaction that had no effect. */
export const operatorCallTransitions = {
  queued: ["signed", "done", "refused", "failed"],
  signed: ["mined", "queued", "done", "failed"],
  mined: ["signed", "queued", "done", "failed"],
  done: [],
  refused: [],
  failed: [],
} as const;

/** A call that is still to be made. */
export const openCallStates: OperatorCallState[] = ["queued", "signed", "mined"];

/** A call that a transaction carries which is not final. */
export const sentCallStates: OperatorCallState[] = ["signed", "mined"];

/** A call that a transaction carries, final or not. */
export const carriedCallStates: OperatorCallState[] = [...sentCallStates, "done"];

/**
 * A permit that a payer signed, on its way to its token; `queued` again after a transaction that had no effect.
 * `superseded`: its nonce was used by another permit, which the payer gave to a third party.
 */
export const permitTransitions = {
  queued: ["signed", "superseded", "expired"],
  signed: ["mined", "queued", "done"],
  mined: ["signed", "queued", "done"],
  done: ["signed"],
  superseded: [],
  expired: [],
} as const;

/** A permit that its token does not know yet. */
export const openPermitStates: PermitState[] = ["queued", "signed", "mined"];

/** A permit that a transaction carries which is not final. */
export const sentPermitStates: PermitState[] = ["signed", "mined"];

export const dispatchTransitions = {
  pending: ["sending", "discarded"],
  sending: ["pending", "succeeded", "exhausted", "discarded"],
  succeeded: ["pending"],
  exhausted: ["pending"],
  discarded: ["pending"],
} as const;

/** A dispatch that is still to be sent. */
export const openDispatchStates: DispatchState[] = ["pending", "sending"];

/** A replay of a range of events; `stopped` when the endpoint refused too many, or is disabled. */
export const replayTransitions = {
  running: ["completed", "cancelled", "stopped"],
  completed: [],
  cancelled: [],
  stopped: [],
} as const;

export const deliveryTransitions = {
  pending: ["succeeded", "failed", "exhausted"],
  succeeded: [],
  failed: [],
  exhausted: [],
} as const;

/** A mail on its way to a mail server. An operator queues one again that was not sent. */
export const mailTransitions = {
  queued: ["sending", "cancelled"],
  sending: ["sending", "queued", "sent", "refused", "failed", "withheld"],
  sent: [],
  refused: ["queued"],
  failed: ["queued"],
  withheld: ["queued"],
  cancelled: ["queued"],
} as const;

type Table = Readonly<Record<string, readonly string[]>>;
type StateOf<T extends Table> = Extract<keyof T, string>;

export type SessionStatus = StateOf<typeof sessionTransitions>;
export type InvoiceStatus = StateOf<typeof invoiceTransitions>;
export type StorefrontStatus = StateOf<typeof storefrontTransitions>;
export type TransactionStatus = StateOf<typeof transactionTransitions>;
export type RefundStatus = StateOf<typeof refundTransitions>;
export type SubscriptionStatus = StateOf<typeof subscriptionTransitions>;
export type SubmissionState = StateOf<typeof submissionTransitions>;
export type SlotState = StateOf<typeof slotTransitions>;
export type OperatorCallState = StateOf<typeof operatorCallTransitions>;
export type PermitState = StateOf<typeof permitTransitions>;
export type DispatchState = StateOf<typeof dispatchTransitions>;
export type ReplayStatus = StateOf<typeof replayTransitions>;
export type DeliveryStatus = StateOf<typeof deliveryTransitions>;
export type MailState = StateOf<typeof mailTransitions>;

/** The statuses of a table, for column and contract enums. */
export function statesOf<T extends Table>(table: T): [StateOf<T>, ...StateOf<T>[]] {
  return Object.keys(table) as [StateOf<T>, ...StateOf<T>[]];
}

/** The statuses from which `target` may be reached: what a conditional update names. */
export function sourcesOf<T extends Table>(table: T, target: StateOf<T>): StateOf<T>[] {
  return statesOf(table).filter((source) => table[source]?.includes(target));
}

/** The statuses that nothing leaves. */
export function finalStatesOf<T extends Table>(table: T): StateOf<T>[] {
  return statesOf(table).filter((state) => table[state]?.length === 0);
}

/** A submission that may still lead to a payment: it blocks a second one, cancelling and expiry. */
export const openSubmissionStates = statesOf(submissionTransitions).filter(
  (state) => !finalStatesOf(submissionTransitions).includes(state),
);

export const exceptionKinds = [
  "none",
  "underpaid",
  "overpaid",
  "late",
  "duplicate",
  "screening",
  // It was confirmed, and a reorganisation below finality took it out of the chain.
  "reverted",
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
