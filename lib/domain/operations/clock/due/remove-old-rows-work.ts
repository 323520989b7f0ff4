import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { preparePartitions } from "@/lib/domain/operations/request-log/prepare-partitions";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";

export const removeOldRowsWork: ClockWork = {
  name: "retention",
  each: "week",
  run: async (ctx, { db, until }) => {
    await preparePartitions({ ...ctx, db });
    const { removed } = await removeOldRows({ ...ctx, db }, { until });
    return removed;
  },
};
