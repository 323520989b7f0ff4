import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type FeeContract, feeContracts } from "@/lib/core/chain/contract-kinds";
import { modes } from "@/lib/core/modes";
import { type OperatorCallState, operatorCallTransitions, statesOf } from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, businessInstant, bytes32, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { relayBatches } from "./relay";
import { subscriptions } from "./subscriptions";

export const operatorCallKinds = [
  "register",
  "set_fee",
  "suspend",
  "reactivate",
  "close",
  "sweep_fees",
  "sweep_wallet",
  "cancel_subscription",
  "set_keeper",
] as const;
export type OperatorCallKind = (typeof operatorCallKinds)[number];

/** What an operator wants to be so on a chain, and how far it has come. Columns that a kind does not need are null. */
export const operatorCalls = pgTable(
  "operator_calls",
  {
    id: text().primaryKey(),
    /** The order in which calls with the same subject are made. */
    number: bigint({ mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
    kind: text().$type<OperatorCallKind>().notNull(),
    chainId: integer().notNull(),
    /** Null for `sweep_wallet`, as mode is. */
    deploymentId: text().references(() => deployments.id),
    mode: mode(),
    merchantId: text().references(() => merchants.id),
    owner: address(),
    payout: address(),
    feeBps: integer(),
    /** Of a suspension: until then what is open can be paid. */
    settleUntil: instant(),
    /** Which contract's fees are swept, and in which token. */
    contract: text().$type<FeeContract>(),
    tokenAddress: address(),
    /** Who gets the coins of a swept wallet. */
    recipient: address(),
    /** What is ended on the chain. */
    subscriptionId: text().references(() => subscriptions.id),
    /** Who may charge subscriptions from then on, or may not any more. */
    keeper: address(),
    isAllowed: boolean(),
    /** The wallet that signs: of `sweep_wallet` from the start, of others once it is signed. */
    wallet: address(),
    /** What the call changes: calls with the same subject are made one after the other. */
    subject: text()
      .notNull()
      .generatedAlwaysAs(
        sql`case kind
          when 'sweep_wallet' then 'wallet:' || encode(wallet, 'hex')
          when 'sweep_fees' then deployment_id || ':fees:' || contract || ':' || encode(token_address, 'hex')
          when 'cancel_subscription' then 'subscription:' || subscription_id
          when 'set_keeper' then deployment_id || ':keeper:' || encode(keeper, 'hex')
          else deployment_id || ':' || merchant_id || ':' || case kind
            when 'register' then 'registration' when 'set_fee' then 'fee' else 'status' end
        end`,
      ),
    requestedBy: text().notNull(),
    reason: text(),
    state: text().$type<OperatorCallState>().notNull().default("queued"),
    /** Why it waits, or has ended without effect. */
    failure: text(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    txHash: bytes32(),
    nextCheckAt: instant(),
    /** Until then it waits, and is not late; null for none. */
    notBefore: instant(),
    closedAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    unique("operator_calls_number").on(table.number),
    uniqueIndex("operator_calls_in_flight")
      .on(table.chainId, table.subject)
      .where(sql`${table.state} in ('signed', 'mined')`),
    index("operator_calls_open")
      .on(table.chainId, table.number)
      .where(sql`${table.state} in ('queued', 'signed', 'mined')`),
    index("operator_calls_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    index("operator_calls_by_subscription")
      .on(table.subscriptionId)
      .where(sql`${table.subscriptionId} is not null`),
    index("operator_calls_registrations")
      .on(table.deploymentId, table.merchantId, table.number)
      .where(sql`${table.kind} = 'register'`),
    index("operator_calls_failed_registrations")
      .on(table.closedAt)
      .where(sql`${table.kind} = 'register' and ${table.state} in ('refused', 'failed')`),
    index("operator_calls_closed")
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    widths(
      "operator_calls_addresses",
      20,
      table.owner,
      table.payout,
      table.tokenAddress,
      table.recipient,
      table.wallet,
      table.keeper,
    ),
    widths("operator_calls_hashes", 32, table.txHash),
    oneOf("operator_calls_kind", table.kind, operatorCallKinds),
    oneOf("operator_calls_contract", table.contract, feeContracts),
    oneOf("operator_calls_mode", table.mode, modes),
    oneOf("operator_calls_state", table.state, statesOf(operatorCallTransitions)),
    check(
      "operator_calls_wanted",
      sql`case ${table.kind}
        when 'sweep_wallet' then num_nulls(${table.wallet}, ${table.recipient}) = 0
        when 'sweep_fees' then num_nulls(${table.deploymentId}, ${table.mode}, ${table.contract}, ${table.tokenAddress}) = 0
        when 'set_keeper' then num_nulls(${table.deploymentId}, ${table.mode}, ${table.keeper}, ${table.isAllowed}) = 0
        else num_nulls(${table.deploymentId}, ${table.mode}, ${table.merchantId}) = 0 and case ${table.kind}
          when 'register' then num_nulls(${table.owner}, ${table.payout}, ${table.feeBps}) = 0
          when 'set_fee' then ${table.feeBps} is not null
          when 'cancel_subscription' then ${table.subscriptionId} is not null else true end end`,
    ),
    check(
      "operator_calls_closed_at",
      sql`(${table.closedAt} is not null) = (${table.state} in ('done', 'refused', 'failed'))`,
    ),
  ],
);
