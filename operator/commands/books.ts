import { z } from "zod";
import { transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { impossible } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { type BookReport, checkBooks } from "@/lib/indexer/books/check-books";
import { type BookKeeper, keepCheck } from "@/lib/indexer/books/keep-check";
import type { Difference } from "@/lib/indexer/books/movement";
import { contextOf, defineCommand } from "@/operator/command";
import { chainOption } from "@/operator/options";
import { counted, table } from "@/operator/wording";

/** The longest that one call reads. */
const LONGEST_MS = 3_600_000;

const help = `Compares the books with the chain: each payment, charge and refund that the contracts' events tell has
exactly one row with the same amounts and parties, each row has its event, the sums agree by contract and
token, and each contract holds the fees that were not swept. It reads from another node than the indexer's
first one where one is configured, up to the last final block that was read twice, and goes on where the
nightly job ended; blocks that differed are looked at again. --from 0 compares everything, --from BLOCK what
comes after that block without the sums. Books and chain stay as they are. --apply keeps the result for
/ready, which the job does each night. The exit code is 1 when they differ, or were not compared to the end.`;

export const books = defineCommand({
  name: "books",
  summary: "`books check`: compare the books with another node's view of the chain",
  help,
  words: ["ACTION"],
  options: {
    chain: { ...chainOption, text: "check only this chain" },
    from: { value: "BLOCK", text: "the first block, where it is not to go on" },
  },
  changes: true,
  input: z.object({
    action: z.literal("check"),
    chain: z.coerce.number().int().positive().optional(),
    from: z
      .string()
      .regex(/^\d{1,18}$/)
      .transform(BigInt)
      .optional(),
  }),
  async run(desk, { chain: chainId, from }) {
    const ctx = await contextOf(desk);
    const chains = ctx.chains.all.filter(({ id }) => chainId === undefined || id === chainId);
    if (chains.length === 0) throw impossible(`Chain ${chainId} is not configured.`);
    const check = async (keeper: BookKeeper | null) => {
      const reports: BookReport[] = [];
      for (const chain of chains) reports.push(await checkOne(ctx, chain, from, keeper));
      const refused = reports.some(
        ({ differences, reason }) => differences.length > 0 || reason !== null,
      );
      return { lines: reports.flatMap(linesOf), data: { chains: reports }, refused };
    };
    const apply = async () => {
      const kept = await check(keepCheck(ctx.db));
      await record(ctx, kept.data.chains);
      return kept;
    };
    return { ...(await check(null)), apply };
  },
});

const checkOne = (
  ctx: Context<OperatorActor>,
  chain: Chain,
  from: bigint | undefined,
  keeper: BookKeeper | null,
) => checkBooks(ctx, chain, { from, until: new Date(Date.now() + LONGEST_MS), keeper });

async function record(ctx: Context<OperatorActor>, reports: readonly BookReport[]): Promise<void> {
  for (const { chainId, above, through, node, reason, differences } of reports) {
    await transaction(ctx.db, (tx) =>
      recordAudit(ctx, tx, {
        action: "books.check",
        subject: { type: "chain", id: String(chainId) },
        before: null,
        after: { above, through, node, reason, differences: differences.length },
      }),
    );
  }
}

function linesOf(report: BookReport): string[] {
  const { chainId, node, isOtherNode, above, through, reason, differences, totals } = report;
  const by = isOtherNode ? `node ${node}` : `node ${node}, the only one that is configured`;
  const read = `Chain ${chainId}: blocks ${above + 1n} to ${through} were compared by ${by}.`;
  const sums = totals.map(({ contract, token, movements, amount, fees, accrued, swept }) => [
    ...["", contract, token, String(movements), String(amount), String(fees)],
    String(accrued - swept),
  ]);
  const head = ["", "contract", "token", "movements", "amount", "fees", "fees not swept"];
  return [
    ...(node === null || above === through ? [] : [read]),
    ...(reason === null ? [] : [`Chain ${chainId} was not checked to its end: ${reason}.`]),
    ...(sums.length > 0 ? table([head, ...sums]) : []),
    differences.length === 0
      ? `Chain ${chainId}: no difference was found.`
      : `Chain ${chainId}: ${counted(differences.length, "difference")}.`,
    ...differences.map(lineOf),
  ];
}

function lineOf({ kind, txHash, logIndex, subject, ours, theirs }: Difference): string {
  const place = txHash === null ? subject : `log ${logIndex} of ${txHash} (${subject ?? "no row"})`;
  return `  ${kind}: ${place}: books ${ours ?? "nothing"}, chain ${theirs ?? "nothing"}`;
}
