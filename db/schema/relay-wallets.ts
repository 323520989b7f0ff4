import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, uint256 } from "./columns";

/** The chain asks for more than the fee cap, the wallet cannot pay, or its counter is behind the chain. */
export const blockedReasons = ["fee_cap", "no_gas", "nonce_behind"] as const;

/** A hot wallet that pays gas. `nextNonce` moves only in the transaction that stores the signed bytes. */
export const relayWallets = pgTable(
  "relay_wallets",
  {
    chainId: integer().notNull(),
    address: address().notNull(),
    nextNonce: bigint({ mode: "bigint" }).notNull(),
    /** Wei, as last read. */
    balance: uint256(),
    balanceAt: instant(),
    /** The lease holder drains the wallet; the fence rises with each claim. */
    leaseUntil: instant(),
    leaseOwner: text(),
    fence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    /** Nothing is signed until then, and other wallets take what waits. Slots in flight are watched. */
    blockedUntil: instant(),
    blockedReason: text().$type<(typeof blockedReasons)[number]>(),
    /** A count at a newer block, which counts once that block is final: for nodes without old states. */
    seenCount: bigint({ mode: "bigint" }),
    seenBlock: bigint({ mode: "bigint" }),
    seenHash: bytes32(),
    /** Out of service: it takes nothing more, and its slots are watched to their end. */
    retiredAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.address] }),
    check("relay_wallets_nonce", sql`${table.nextNonce} >= 0`),
    widths("relay_wallets_addresses", 20, table.address),
    oneOf("relay_wallets_blocked_reason", table.blockedReason, blockedReasons),
  ],
);
