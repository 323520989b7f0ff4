import { z } from "zod";
import {
  compareFigures,
  type Difference,
  listFigureOwners,
} from "@/lib/domain/insight/figures/compare-figures";
import { rebuildFiguresAudited } from "@/lib/domain/insight/figures/rebuild-figures";
import type { FigureOwner } from "@/lib/domain/insight/figures/recounts";
import { contextOf, type Desk, defineCommand } from "@/operator/command";
import { counted, table } from "@/operator/wording";

export const stats = defineCommand({
  name: "stats",
  summary: "`stats rebuild`: recount the counters behind the statistics",
  help: `Compares the counters behind the statistics with a recount of the rows, and prints where they differ.
With --apply the counters of each business and mode that differ are replaced by the recount; payments of all
businesses wait while one is recounted, a second or so for a million rows. Use it when /ready says that
counters differ. --merchant checks only one business.`,
  words: ["ACTION"],
  options: { merchant: { value: "ID", text: "check only this business" } },
  changes: true,
  input: z.object({
    action: z.literal("rebuild"),
    merchant: z.string().startsWith("mer_").optional(),
  }),
  async run(desk, { merchant }) {
    const found = await findAll(desk, merchant);
    if (found.length === 0) {
      return { lines: ["Every counter matches the recount."], data: { differences: [] } };
    }
    const owners = ownersOf(found);
    const apply = async () => {
      const ctx = await contextOf(desk);
      for (const owner of owners) await rebuildFiguresAudited(ctx, owner);
      const left = await findAll(desk, merchant);
      const lines = [`The counters were recounted. ${counted(left.length, "difference")} left.`];
      return { lines: [...lines, ...linesOf(left)], data: { differences: left } };
    };
    const lines = [...linesOf(found), "The counters of these businesses would be recounted."];
    return { lines, data: { differences: found }, apply };
  },
});

async function findAll(desk: Desk, merchant: string | undefined): Promise<Difference[]> {
  const all = await listFigureOwners(desk.db, null);
  const owners = all.filter(({ merchantId }) => merchant === undefined || merchantId === merchant);
  const found: Difference[] = [];
  for (const owner of owners) found.push(...(await compareFigures(desk, owner)));
  return found;
}

const ownersOf = (found: readonly Difference[]): FigureOwner[] => [
  ...new Map(
    found.map(({ merchantId, mode }) => [`${merchantId} ${mode}`, { merchantId, mode }]),
  ).values(),
];

const linesOf = (found: readonly Difference[]) =>
  table(found.map(({ merchantId, mode, figure, place }) => [merchantId, mode, figure, place]));
