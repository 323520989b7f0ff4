import { liftHalt, planLiftHalt } from "@/lib/indexer/lift-halt";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { chainInput, chainOption } from "@/scripts/operator/options";

const help = `Lets the indexer go on after it halted because a finalised block was not there. Use it when the node
was wrong and has been replaced or repaired: the finalised block must be there again, which is looked
at first. If the chain itself went back, use rebuild. It prints the reason of the halt; nothing is
read again and no payment changes.`;

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
        `The node has the finalised block ${finalizedNumber} now. Indexing would go on after block ${number}.`,
      ],
      data: { halted: true, haltedReason, number, finalizedNumber },
      apply: async () => {
        await liftHalt(ctx, cursor);
        return { lines: [`Chain ${chainId} goes on.`], data: { chainId, number } };
      },
    };
  },
});
