import { bigint, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { address, businessInstant, bytes32 } from "./columns";

/**
 * Authorizations (EIP-3009) that were seen spent at a block above the final one. It counts once that block
 * is final: nodes without old states cannot be asked what was so at the final block itself.
 */
export const authorizationSightings = pgTable(
  "authorization_sightings",
  {
    chainId: integer().notNull(),
    token: address().notNull(),
    payer: address().notNull(),
    nonce: bytes32().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: bytes32().notNull(),
    seenAt: businessInstant(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.token, table.payer, table.nonce] }),
    index("authorization_sightings_age").on(table.seenAt),
  ],
);
