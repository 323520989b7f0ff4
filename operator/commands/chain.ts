import { z } from "zod";
import { liftHalt, planLiftHalt } from "@/lib/indexer/lift-halt";
import { moveCursorBack, planCursorMove } from "@/lib/indexer/move-cursor-back";
import { planReading, readRangeAgain } from "@/lib/indexer/read-range-again";
import { positionOf } from "@/lib/indexer/rewind";
import { contextOf, defineCommand } from "@/operator/command";
import { chainInput, chainOption } from "@/operator/options";

const help = `Lets the indexer continue after it halted because a finalised block was missing. Use this when the node was wrong and has been replaced or repaired: the command first checks that the node has the finalised block again. If the chain itself went back, use rebuild. Prints the reason for the halt; nothing is read again and no payment changes.`;

export const liftHaltCommand = defineCommand({
  name: "lift-halt",
  summary: "let the indexer go on once the node has the finalised block again",
  help,
  words: [],
  options: { chain: chainOption },
  changes: true,
  input: chainInput,
  async run(desk, { chain: chainId }) {
    const ctx = await contextOf(desk);
    const cursor = await planLiftHalt(ctx, chainId);
    if (!cursor) return { lines: [`Chain ${chainId} is not halted.`], data: { halted: false } };
    const { number, finalizedNumber, haltedReason } = cursor;
    return {
      lines: [
        `Chain ${chainId} is halted: ${haltedReason}`,
        `The node has the finalised block ${finalizedNumber} now. Indexing would continue after block ${number}.`,
      ],
      data: { halted: true, haltedReason, number, finalizedNumber },
      apply: async () => {
        await liftHalt(ctx, cursor);
        return { lines: [`Indexing of chain ${chainId} continues.`], data: { chainId, number } };
      },
    };
  },
});

const cursorHelp = `Moves a chain's cursor back, so that everything after that block is read again. Use it when a node
is known to have answered wrongly for a while (logs were missing), or after a change of the indexer. The
chain must still be the one that was read: after a deep reorganisation use rebuild. Payments that are
confirmed stay so, no event is sent twice, and missed logs are found. Until the cursor is back where
it was, nothing new becomes final. --to 0 reads from the first of the contracts on.`;

export const cursor = defineCommand({
  name: "cursor",
  summary: "read a chain again from a block on",
  help: cursorHelp,
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

const readAgainHelp = `Reads the logs of final blocks again, from another node than the first where there is one, and
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
  help: readAgainHelp,
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
