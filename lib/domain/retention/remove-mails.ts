import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Mails that were sent, or will not be. */
export const removeMails: RetentionTask = {
  name: "mails",
  resumes: false,
  removeSlice: async (db, { RETENTION_MAIL_DAYS }, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from mails where id in (
          select id from mails
          where closed_at < now() - ${RETENTION_MAIL_DAYS} * interval '1 day'
            and (closed_at, id) > (${at}, ${id})
          order by closed_at, id limit ${sliceRows} for update skip locked
        )
        returning id, closed_at as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
};
