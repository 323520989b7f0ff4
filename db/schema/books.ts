import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type BookDifferenceKind, bookDifferenceKinds } from "@/lib/core/insight/book-differences";
import { oneOf, widths } from "./checks";
import { address, bytes32, instant, uint256 } from "./columns";

const height = () => bigint({ mode: "bigint" });

/** How far the books of a chain have been compared with the chain; a row per chain. */
export const bookChecks = pgTable("book_checks", {
  chainId: integer().primaryKey(),
  /** The contracts that were compared: with others the comparison starts anew. */
  contracts: text().notNull(),
  /** Up to where they were compared, and that block's hash; null before the first. */
  checkedNumber: height().notNull(),
  checkedHash: bytes32(),
  /** When everything up to a final block had been compared the last time. */
  checkedAt: instant(),
  /** The node that was asked last, by its name without keys, and whether it is another one than the indexer's first. */
  node: text(),
  isOtherNode: boolean().notNull().default(false),
  /** Why the last try did not compare everything; null where it did. */
  reason: text(),
  triedAt: instant().notNull(),
});

/** What a contract's events say of a token up to where the books were compared; smallest unit. */
export const bookTotals = pgTable(
  "book_totals",
  {
    chainId: integer().notNull(),
    contract: address().notNull(),
    tokenAddress: address().notNull(),
    /** Of what is to be in the books. */
    movements: height().notNull(),
    amount: uint256().notNull(),
    fees: uint256().notNull(),
    /** Fees of all, also of merchants that are not registered here, and what left for the treasury. */
    accrued: uint256().notNull(),
    swept: uint256().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.contract, table.tokenAddress] }),
    widths("book_totals_addresses", 20, table.contract, table.tokenAddress),
  ],
);

/** Where books and chain differ, as the last comparison of that block found. */
export const bookDifferences = pgTable(
  "book_differences",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer().notNull(),
    kind: text().$type<BookDifferenceKind>().notNull(),
    /** The block; of sums and balances the one up to which they were taken. */
    blockNumber: height().notNull(),
    /** Null for sums and balances. */
    txHash: bytes32(),
    logIndex: integer(),
    /** The row of `transactions`; of sums and balances the contract. */
    subject: text(),
    /** What the books have, and what the chain has; null where it has nothing. */
    ours: text(),
    theirs: text(),
    foundAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("book_differences_by_block").on(table.chainId, table.blockNumber),
    index("book_differences_found_at").on(table.foundAt, table.id),
    oneOf("book_differences_kind", table.kind, bookDifferenceKinds),
  ],
);
