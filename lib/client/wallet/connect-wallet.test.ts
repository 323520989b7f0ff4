import { expect, test } from "vitest";
import { connectWallet, sharedAccount } from "./connect-wallet";

const account = `0x${"ab".repeat(20)}`;

/** A wallet that shares these accounts, and is on the chain that it says. */
function walletThat(accounts: unknown, chainId: unknown) {
  const asked: string[] = [];
  const request = async ({ method }: { method: string }) => {
    asked.push(method);
    return method === "eth_chainId" ? chainId : accounts;
  };
  return { provider: { request, on() {}, removeListener() {} }, asked };
}

test.each([["0x2105"], [8453], ["8453"]])("a wallet on chain %s is connected", async (chainId) => {
  const { provider, asked } = walletThat([account, "another"], chainId);
  expect(await connectWallet(provider)).toEqual({ account, chainId: 8453 });
  expect(asked).toEqual(["eth_requestAccounts", "eth_chainId"]);
});

test.each([[[]], [null], [["0x12"]], [[7]]])(
  "a wallet that shares %j as its accounts is not",
  async (accounts) => {
    const { provider } = walletThat(accounts, "0x1");
    await expect(connectWallet(provider)).rejects.toMatchObject({ code: 4100 });
    expect(await sharedAccount(provider)).toBeNull();
  },
);

test("what is shared already is found without asking the payer", async () => {
  const { provider, asked } = walletThat([account], "0x1");
  expect(await sharedAccount(provider)).toEqual({ account, chainId: 1 });
  expect(asked).toEqual(["eth_accounts", "eth_chainId"]);
});
