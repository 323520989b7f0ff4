import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Payers' sign-ins that have ended, and messages that nobody signed in time. */
export const removePayerSessions: RetentionTask = {
  name: "payer_sessions",
  resumes: false,
  removeSlice: async (db, _config, { at }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from payer_sessions where token_hash in (
          select token_hash from payer_sessions
          where expires_at < now() and expires_at >= ${at}
          order by expires_at, token_hash limit ${sliceRows} for update skip locked
        )
        returning encode(token_hash, 'hex') as id, expires_at as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
};
