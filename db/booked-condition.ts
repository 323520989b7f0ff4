/**
 * The condition of transactions that are in the books: money that moved in a final block, also where screening holds
 * the payment. For partial indexes and for the queries that are to use them: spelled so, no other condition implies it.
 */
export const bookedCondition =
  "coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)";

/**
 * The same for queries: what agents buy is paid from a treasury, and is no part of the books of payments. The indexes are
 * used for it all the same.
 */
export const bookedRows = `${bookedCondition} and type <> 'agent_job'`;
