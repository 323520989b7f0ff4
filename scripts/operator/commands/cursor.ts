import { z } from "zod";
import { moveCursorBack, planCursorMove } from "@/lib/indexer/move-cursor-back";
import { positionOf } from "@/lib/indexer/rewind";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { chainInput, chainOption } from "@/scripts/operator/options";

const help = `Moves a chain's cursor back, so that everything after that block is read again. Use it when a node
is known to have answered wrongly for a while (logs were missing), or after a change of the indexer. The
chain must still be the one that was read: after a deep reorganisation use rebuild. Payments that are
confirmed stay so, nothing is told twice, and what was missed is found. Until the cursor is back where
it was, nothing new becomes final. --to 0 reads from the first of the contracts on.`;

export const cursor = defineCommand({
  name: "cursor",
  summary: "read a chain again from a block on",
  help,
  words: [],
  options: {
    chain: chainOption,
    to: { value: "BLOCK", text: "the last block that is not read again" },
  },
  changes: true,
  input: chainInput.extend({
    to: z
      .string()
      .regex(/^\d{1,18}$/)
      .transform(BigInt),
  }),
  async run(desk, { chain: chainId, to }) {
    const ctx = await contextOf(desk);
    const move = await planCursorMove(ctx, { chainId, to });
    const { number, hash } = positionOf(move.start);
    const { number: from, finalizedNumber } = move.cursor;
    return {
      lines: [
        `Chain ${chainId} is read up to block ${from}, final up to ${finalizedNumber}.`,
        `The blocks after ${number} (${hash}) would be read again, ${from - number} in number.`,
      ],
      data: { chainId, from, finalizedNumber, to: number, hash },
      apply: async () => {
        await moveCursorBack(ctx, move);
        return { lines: [`The cursor is at block ${number}.`], data: { chainId, number } };
      },
    };
  },
});
