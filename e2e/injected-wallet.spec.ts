import { expect, type Page, test } from "@playwright/test";
import { serializeErc6492Signature } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import {
  type InjectedWallet,
  type InjectedWalletOptions,
  injectWallet,
  WalletRefusal,
} from "./injected-wallet";
import { payPage } from "./pay-page";
import { callChain, createSession, getSession, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

/** Opens a new session's page with a wallet that the test brings. */
async function open(page: Page, options: Partial<InjectedWalletOptions> = {}) {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack), ...options });
  const session = await createSession(stack, { cancelUrl: "https://shop.example/cart" });
  await page.goto(session.checkoutUrl);
  return { wallet, session, pay: payPage(page) };
}

const prompts = ({ calls }: InjectedWallet) =>
  calls.filter((method) => method === "eth_signTypedData_v4").length;

const refuse = (code: number, data?: unknown) => () => {
  throw new WalletRefusal(code, "refused", data);
};

test("a wallet that announces itself pays with exactly one signature", { tag: "@flow" }, async ({
  page,
}) => {
  const { wallet, session, pay } = await open(page);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  expect(prompts(wallet)).toBe(1);
  expect(wallet.calls).not.toContain("eth_sendTransaction");
});

test("an older wallet that is only injected pays as well", async ({ page }) => {
  const { session, pay } = await open(page, { kind: "legacy" });
  await pay.choose("Browser wallet");
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("shows what will be signed before the wallet is asked", async ({ page }) => {
  const { wallet, session, pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pay exactly 49.00 USDC" })).toBeVisible();
  const { chainMerchantId } = stack.merchant;
  await expect(page.getByText(`Acme Coffee #${chainMerchantId}`)).toBeVisible();
  await expect(page.getByText("Your wallet shows only the amount and the contract")).toBeVisible();
  await page.getByText("What your wallet will show").click();
  await expect(page.getByText("ReceiveWithAuthorization")).toBeVisible();
  await expect(page.getByText("49000000", { exact: true }).first()).toBeVisible();
  await page.getByText("What the nonce stands for").click();
  await expect(page.getByText("Stipend Payments 1")).toBeVisible();
  expect(wallet.calls).not.toContain("eth_signTypedData_v4");
  expect((await getSession(stack, session.id)).status).toBe("pending");
});

test("a declined connection charges nothing and can be tried again", async ({ page }) => {
  const { wallet, pay } = await open(page);
  wallet.answer("eth_requestAccounts", refuse(4001));
  await pay.choose("Example Wallet");
  await expect(pay.heading("Not connected")).toBeFocused();
  await expect(
    page.getByText("You declined in Example Wallet. Nothing was charged."),
  ).toBeVisible();
  wallet.answer("eth_requestAccounts", undefined);
  await pay.button("Try again").click();
  await expect(pay.heading("Review and sign")).toBeFocused();
});

test("a request that is still open in the wallet is named as such", async ({ page }) => {
  const { wallet, pay } = await open(page);
  wallet.answer("eth_requestAccounts", refuse(-32002));
  await pay.choose("Example Wallet");
  await expect(page.getByText("A request is already open in Example Wallet")).toBeVisible();
});

test("a declined signature charges nothing and can be asked for again", async ({ page }) => {
  const { wallet, session, pay } = await open(page);
  await pay.choose("Example Wallet");
  wallet.answer("eth_signTypedData_v4", refuse(4001));
  await pay.button("Sign and pay").click();
  await expect(pay.heading("You declined to sign")).toBeFocused();
  wallet.answer("eth_signTypedData_v4", refuse(-32603));
  await pay.button("Sign again").click();
  await expect(pay.heading("Signing did not work")).toBeFocused();
  expect((await getSession(stack, session.id)).status).toBe("pending");
  wallet.answer("eth_signTypedData_v4", undefined);
  await pay.button("Sign again").click();
  await pay.receipt();
  expect(prompts(wallet)).toBe(3);
});

test("the wrong network is left with one switch that the page offers by itself", async ({
  page,
}) => {
  const { wallet, pay } = await open(page, { chainId: 1 });
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  expect(wallet.calls.filter((method) => method === "wallet_switchEthereumChain")).toHaveLength(1);
});

test("a declined switch says where the wallet is, and can be asked for again", async ({ page }) => {
  const { wallet, pay } = await open(page, { chainId: 1 });
  wallet.answer("wallet_switchEthereumChain", refuse(4001));
  await pay.choose("Example Wallet");
  await expect(pay.heading("Switch to Local chain")).toBeFocused();
  await expect(page.getByText("Your wallet is on Ethereum.")).toBeVisible();
  await expect(page.getByText("You declined the switch. Nothing was charged.")).toBeVisible();
  wallet.answer("wallet_switchEthereumChain", undefined);
  await pay.button("Switch network").click();
  await expect(pay.heading("Review and sign")).toBeVisible();
});

test("an unknown network is added, also when the wallet hides the code", async ({ page }) => {
  const { wallet, pay } = await open(page, { chainId: 1 });
  const added: unknown[] = [];
  wallet.answer(
    "wallet_switchEthereumChain",
    refuse(-32603, { originalError: { code: 4902, message: "Unrecognized chain" } }),
  );
  wallet.answer("wallet_addEthereumChain", async ([chain]) => {
    added.push(chain);
    await wallet.moveTo(chainId);
    return null;
  });
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  expect(added).toMatchObject([{ chainId: "0x7a69", rpcUrls: [stack.rpcUrl] }]);
});

test("a wallet that cannot switch gets written steps, and goes on when its user did it", async ({
  page,
}) => {
  const { wallet, pay } = await open(page, { chainId: 10 });
  wallet.answer("wallet_switchEthereumChain", refuse(4200));
  await pay.choose("Example Wallet");
  await expect(page.getByText("Choose Local chain (chain id 31337), or add it.")).toBeVisible();
  await wallet.moveTo(chainId);
  await expect(pay.heading("Review and sign")).toBeFocused();
});

test("an insufficient balance shows have and need, and goes on once it is there", async ({
  page,
}) => {
  const { wallet, pay } = await open(page, { privateKey: undefined });
  await fund(stack, wallet.account.address, 12_400_000n);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Not enough USDC")).toBeVisible();
  await pay.button("Check again").click();
  await expect(page.getByText("You have 12.40 USDC. 49.00 USDC is needed")).toBeVisible();
  await expect(page.getByText("Add 36.60 USDC")).toBeVisible();
  await fund(stack, wallet.account.address, 36_600_000n);
  await expect(pay.heading("Review and sign")).toBeVisible({ timeout: 60_000 });
});

test("another account in the wallet is checked for itself", async ({ page }) => {
  const { wallet, pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  await wallet.changeAccount(privateKeyToAccount(generatePrivateKey()));
  await expect(pay.heading("Not enough USDC")).toBeVisible();
  await wallet.changeAccount(null);
  await expect(pay.heading("Pay with your wallet")).toBeVisible();
});

test("a contract wallet that cannot sign for the token is told so, and charged nothing", async ({
  page,
}) => {
  const { wallet, session, pay } = await open(page, { privateKey: undefined });
  await fund(stack, wallet.account.address, 60_000_000n);
  // An account delegated to code without ERC-1271, as some of EIP-7702 are.
  await callChain(stack, "anvil_setCode", [wallet.account.address, "0x60006000fd"]);
  await pay.choose("Example Wallet");
  await expect(page.getByText("This is a smart-contract wallet: its contract")).toBeVisible();
  expect(wallet.calls).not.toContain("eth_signTypedData_v4");
  await pay.button("Sign and pay").click();
  await expect(pay.heading("This wallet can’t pay here")).toBeFocused();
  await expect(page.getByText("The token asked this wallet’s contract")).toBeVisible();
  expect((await getSession(stack, session.id)).status).toBe("pending");
  await pay.button("Use another wallet").click();
  await pay.choose("Test wallet");
  await pay.signAndPay();
});

test("a delegated account is told what it is before it signs, and how to undo it", async ({
  page,
}) => {
  const { wallet, session, pay } = await open(page, { privateKey: undefined });
  await fund(stack, wallet.account.address, 60_000_000n);
  const delegate = privateKeyToAccount(generatePrivateKey()).address;
  await callChain(stack, "anvil_setCode", [delegate, "0x60006000fd"]);
  await callChain(stack, "anvil_setCode", [wallet.account.address, `0xef0100${delegate.slice(2)}`]);
  await pay.choose("Example Wallet");
  await expect(page.getByText("This account is delegated to a smart contract")).toBeVisible();
  expect(wallet.calls).not.toContain("eth_signTypedData_v4");
  await pay.button("Sign and pay").click();
  await expect(pay.heading("This wallet can’t pay here")).toBeFocused();
  await expect(page.getByText("Switch it back to a regular account")).toBeVisible();
  expect((await getSession(stack, session.id)).status).toBe("pending");
});

/** A wrapped signature whose factory the relay does not call. */
const unlisted = serializeErc6492Signature({
  address: "0x7171717171717171717171717171717171717171",
  data: "0xdeadbeef",
  signature: `0x${"ab".repeat(65)}`,
});

for (const [form, signature] of [
  ["that names a factory which is not called here (ERC-6492)", unlisted],
  ["of a contract's length", `0x${"ab".repeat(97)}`],
] as const) {
  test(`a wallet that is not deployed is known by its first signature ${form}`, async ({
    page,
  }) => {
    const { wallet, session, pay } = await open(page);
    wallet.answer("wallet_getCapabilities", () => ({
      [`0x${chainId.toString(16)}`]: { atomic: { status: "supported" } },
    }));
    wallet.answer("eth_signTypedData_v4", () => signature);
    await pay.choose("Example Wallet");
    await expect(page.getByText("does not know its contract yet")).toBeVisible();
    await pay.button("Sign and pay").click();
    await expect(pay.heading("This wallet isn’t on Local chain yet")).toBeFocused();
    await expect(page.getByText("Send any transaction with it on Local chain")).toBeVisible();
    expect(prompts(wallet)).toBe(1);
    expect((await getSession(stack, session.id)).status).toBe("pending");
    await pay.button("Use another wallet").click();
    await expect(pay.heading("Pay with your wallet")).toBeVisible();
  });
}

test("the signature of another account than the one that is shown is refused", async ({ page }) => {
  const { wallet, session, pay } = await open(page);
  const stranger = privateKeyToAccount(generatePrivateKey());
  wallet.answer("eth_signTypedData_v4", ([, json]) =>
    stranger.signTypedData(JSON.parse(String(json))),
  );
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect(page.getByText("The signature does not belong to this account")).toBeVisible();
  expect((await getSession(stack, session.id)).status).toBe("pending");
});
