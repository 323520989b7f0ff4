import { z } from "zod";
import { planReading, readRangeAgain } from "@/lib/indexer/read-range-again";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { chainInput, chainOption } from "@/scripts/operator/options";

const help = `Reads the logs of final blocks again, from another node than the first where there is one, and
compares them with what is booked. Use it when a node is known to have left logs out of its answers for a
while, or to check that none is missing. What is missing is confirmed by its transaction's receipt, then
booked as if it had been read with its block: nothing is told twice, and the cursor stays where it is.
Without --apply it only counts the blocks.`;

const height = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);

export const readAgainCommand = defineCommand({
  name: "read-again",
  summary: "read the logs of final blocks again, and book what is missing",
  help,
  words: [],
  options: {
    chain: chainOption,
    from: { value: "BLOCK", text: "the first block" },
    to: { value: "BLOCK", text: "the last one; the finalised block where it is left out" },
  },
  changes: true,
  input: chainInput.extend({ from: height, to: height.optional() }),
  async run(desk, { chain: chainId, from, to }) {
    const ctx = await contextOf(desk);
    const range = await planReading(ctx, { chainId, from, to });
    return {
      lines: [
        `Blocks ${range.from} to ${range.to} of chain ${chainId} would be read again, ${range.to - range.from + 1n} in number.`,
      ],
      data: { ...range },
      apply: async () => {
        const { missing, node } = await readRangeAgain(ctx, range);
        return {
          lines: [
            `They were read from node ${node}. Logs that were missing, and are booked now: ${missing}.`,
          ],
          data: { ...range, node, missing },
        };
      },
    };
  },
});
