import { bigint, boolean, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { address, instant, uint256 } from "./columns";

/**
 * What the chain last said of a payer whose renewals are ahead: what it holds of a token, and lets the contract for
 * subscriptions take. Read again when it is asked for and old.
 */
export const payerPositions = pgTable(
  "payer_positions",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    deploymentId: text().notNull(),
    payer: address().notNull(),
    tokenAddress: address().notNull(),
    /** Smallest unit of the token. */
    balance: uint256().notNull(),
    allowance: uint256().notNull(),
    /** The token's issuer has blocked the account. */
    blocked: boolean().notNull(),
    /** The token's issuer has stopped all of its transfers. */
    paused: boolean().notNull(),
    /** By the time of the business, before the chain was asked. */
    readAt: instant().notNull(),
  },
  (table) => [
    unique("payer_positions_of_payer").on(table.payer, table.deploymentId, table.tokenAddress),
    index("payer_positions_age").on(table.readAt, table.id),
    widths("payer_positions_addresses", 20, table.payer, table.tokenAddress),
  ],
);
