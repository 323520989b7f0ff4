import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { type PlatformEventName, platformEvents } from "@/lib/core/kinds";
import { chainEvents, deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, instant, uint256 } from "./columns";

/** Where an event of a deployment's contract was logged. */
const place = () => ({
  chainId: integer().notNull(),
  blockNumber: bigint({ mode: "bigint" }).notNull(),
  logIndex: integer().notNull(),
  deploymentId: text()
    .notNull()
    .references(() => deployments.id),
});

/** What contracts say of fees that left them and of who holds their roles; removed with the event. */
export const platformChanges = pgTable(
  "platform_changes",
  {
    ...place(),
    event: text().$type<PlatformEventName>().notNull(),
    /** Who has, gets or is offered the role; who got the tokens; the keeper. */
    account: address().notNull(),
    /** Of a treasury or operator that the admin announced: when it may accept. */
    acceptableAt: instant(),
    /** Whether a keeper may charge subscriptions from then on. */
    isAllowed: boolean(),
    tokenAddress: address(),
    amount: uint256(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "platform_changes_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("platform_changes_by_deployment").on(table.deploymentId, table.event),
    widths("platform_changes_addresses", 20, table.account, table.tokenAddress),
    oneOf("platform_changes_kind", table.event, platformEvents),
    check(
      "platform_changes_keeper",
      sql`(${table.isAllowed} is not null) = (${table.event} = 'KeeperSet')`,
    ),
    check(
      "platform_changes_amount",
      sql`num_nulls(${table.tokenAddress}, ${table.amount})
        = case when ${table.event} = 'FeesSwept' then 0 else 2 end`,
    ),
  ],
);

/** Fees of payments to merchants that are not registered here, which have no transaction; removed with the event. */
export const unbookedFees = pgTable(
  "unbooked_fees",
  { ...place(), tokenAddress: address().notNull(), fee: uint256().notNull() },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "unbooked_fees_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("unbooked_fees_by_token").on(table.deploymentId, table.tokenAddress),
    widths("unbooked_fees_addresses", 20, table.tokenAddress),
  ],
);
