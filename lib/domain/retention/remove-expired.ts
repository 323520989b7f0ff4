import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/**
 * Rows that say when they end, once they have: by the machine's time.
 * @param table with an index by `expires_at` and `key`
 */
export function removeExpired(table: string, key: string): RetentionTask {
  return {
    name: table,
    resumes: false,
    removeSlice: async (db, _config, { at }) =>
      inShortTransaction(db, async (tx) => {
        const page = await tx<PageRow[]>`
          delete from ${tx(table)} where ${tx(key)} in (
            select ${tx(key)} from ${tx(table)}
            where expires_at < now() and expires_at >= ${at}
            order by expires_at, ${tx(key)} limit ${sliceRows} for update skip locked
          )
          returning ${tx(key)}::text as id, expires_at as at`;
        page.sort((one, other) => one.at.getTime() - other.at.getTime());
        return { removed: page.length, ...pageEnd(page), waits: false };
      }),
  };
}
