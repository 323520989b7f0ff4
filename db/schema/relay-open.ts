import { boolean, customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { address, instant, uint256 } from "./columns";

/** Text that sorts by its bytes, so that names with a common beginning stand together. */
const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * The open submissions once more, with what the relay looks for. Triggers of `relay_submissions` keep it:
 * a submission has its row here from its insertion until it ends.
 *
 * Statistics are mostly taken while there is little open, and then say nothing about a rush. So each
 * question names columns of one index alone, and no index is partial: there is one plan to choose.
 */
export const relayOpenSubmissions = pgTable(
  "relay_open_submissions",
  {
    submissionId: text().primaryKey(),
    /** A session has one open submission at the most. */
    sessionId: text().unique("relay_open_submissions_session"),
    /** `<chain id>:<payer>`. */
    account: key().notNull(),
    wallet: address(),
    tokenAddress: address().notNull(),
    amount: uint256().notNull(),
    /** Mined without a failure: the amount has left the payer's balance. */
    debited: boolean().notNull(),
    /** Whose turn it is: `<chain id>:held`, or `<chain id>:plain:<wallet>` and `<chain id>:coded:<wallet>`. */
    queue: key(),
    dueAt: instant().notNull(),
    /**
     * Why it may have been settled elsewhere or not at all: `<chain id>:slot` when its slot is used up or
     * its transaction failed, `<chain id>:nonce` when its authorization is used before it was signed for.
     */
    doubt: key(),
    doubtAt: instant().notNull(),
    chainId: integer().notNull(),
    /** Seconds. */
    validBefore: uint256().notNull(),
  },
  (table) => [
    index("relay_open_submissions_account").on(table.account, table.wallet),
    index("relay_open_submissions_queue").on(table.queue, table.dueAt),
    index("relay_open_submissions_doubt").on(table.doubt, table.doubtAt),
    index("relay_open_submissions_deadline").on(table.chainId, table.validBefore),
  ],
);
