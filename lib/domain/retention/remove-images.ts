import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Others may show a picture by its address for a while after its merchant has another one. */
const KEPT_DAYS = 30;

/** Pictures that nobody uses any more. One that is put to use meanwhile is locked, and stays. */
export const removeImages: RetentionTask = {
  name: "images",
  resumes: false,
  removeSlice: async (db, _config, { at }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from images where sha256 in (
          select sha256 from images
          where released_at < clock_now() - ${KEPT_DAYS} * interval '1 day' and released_at >= ${at}
          order by released_at, sha256 limit ${sliceRows} for update skip locked
        )
        returning encode(sha256, 'hex') as id, released_at as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
};
