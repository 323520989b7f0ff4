import { encodeFunctionData, erc20Abi } from "viem";
import { expect, test } from "vitest";
import { agentTreasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { transferData, withdrawData } from "./money-calls";

const to = "0x00000000000000000000000000000000000000a1";
const token = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

test("calls that move money are what the contracts' interfaces say", () => {
  for (const amount of [1n, 25_000_000n, 2n ** 128n - 1n]) {
    expect(transferData(to, amount)).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
    );
    expect(withdrawData(token, to, amount)).toBe(
      encodeFunctionData({
        abi: agentTreasuryAbi,
        functionName: "withdraw",
        args: [token, to, amount],
      }),
    );
  }
});
