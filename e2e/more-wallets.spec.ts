import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devices, expect, type Page, test } from "@playwright/test";
import { createWalletClient, http, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { qrPath } from "@/components/ui/qr-path";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { type AppServer, startAppServer } from "@/scripts/run/demo/app-server";
import { choosePort } from "@/scripts/run/services/choose-port";
import { openRemoteWallet, type PairedWallet, RemoteRefusal } from "@/testing/remote-wallet";
import { startWalletRelay, type WalletRelay } from "@/testing/wallet-relay";
import { serveBaseAccount } from "./base-account-window";
import { fund, fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { createPlan, signAndSubscribe, subscribed } from "./plans";
import { refundToSend } from "./refund-to-send";
import { openAsOwner } from "./sign-in";
import { createSession, getSession, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;
const PROJECT = "stipend-tests";
const BASE_ACCOUNT = "https://keys.example/connect";

let relay: WalletRelay;
let app: AppServer;
let baseUrl: string;
let wallets: PairedWallet[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "stipend-wallet-connect-"));

/** A second process on the same database, whose settings name a project and a relay on this machine. */
test.beforeAll(async () => {
  relay = await startWalletRelay();
  const port = await choosePort(0, "the app");
  baseUrl = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), APP_URL: baseUrl };
  const connect = {
    WALLETCONNECT_PROJECT_ID: PROJECT,
    WALLETCONNECT_RELAY_URL: relay.url,
    BASE_ACCOUNT_URL: BASE_ACCOUNT,
  };
  app = startAppServer(dataDir, ["scripts/run/start.cjs"], {
    ...stack.settings,
    ...own,
    ...connect,
  });
  await app.ready(baseUrl, () => {});
});
test.afterEach(async () => {
  await Promise.all(wallets.map((wallet) => wallet.stop()));
  wallets = [];
});
test.afterAll(async () => {
  await app.stop();
  await relay.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openWallet(
  privateKey = fundedKey(stack),
  more: { name?: string; address?: `0x${string}` } = {},
): Promise<PairedWallet> {
  const account = privateKeyToAccount(privateKey);
  const wallet = await openRemoteWallet({ relayUrl: relay.url, account, ...more });
  wallets.push(wallet);
  return wallet;
}

/** Opens a new session's page at the second process. */
async function open(page: Page) {
  const session = await createSession(stack);
  await page.goto(`${baseUrl}/pay/${session.id}`);
  return { session, pay: payPage(page) };
}

/** Chooses WalletConnect, and reads the pairing that the page offers to copy. */
async function readPairing(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "More wallets" }).click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  return copiedPairing(page);
}

async function copiedPairing(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Copy link for a wallet" }).click();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  return uri;
}

test("a phone’s wallet pays by the code on a desk", async ({ page }) => {
  const problems = watchProblems(page);
  const wallet = await openWallet();
  const { session, pay } = await open(page);
  const uri = await readPairing(page);
  const code = page.getByRole("img", { name: "QR code to connect a wallet" }).locator("path");
  await expect(code).toHaveAttribute("d", qrPath(uri).path);
  await isInOrder(page);
  const proposal = await wallet.pair(uri);
  expect(proposal.site).toEqual({ name: "Acme Coffee", url: baseUrl });
  expect(proposal.chainIds).toContain(chainId);
  await proposal.approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
  expect(wallet.calls.map(({ method }) => method)).not.toContain("wallet_switchEthereumChain");
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  const signed = wallet.calls.filter(({ method }) => method === "eth_signTypedData_v4");
  expect(signed).toEqual([{ method: "eth_signTypedData_v4", chainId }]);
  expect(relay.projects).toContain(PROJECT);
  expect(problems).toEqual([]);
});

test("nothing of WalletConnect is loaded before it is chosen", async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    if (!response.url().includes("/_next/static/chunks/")) return;
    sizes.set(response.url(), (await response.body().catch(() => Buffer.alloc(0))).length);
  });
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await open(page);
  await page.getByRole("button", { name: "More wallets" }).click();
  await expect(page.getByRole("button", { name: "WalletConnect" })).toBeFocused();
  const before = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(sockets).toEqual([]);
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await expect(page.getByRole("img", { name: "QR code to connect a wallet" })).toBeVisible();
  const after = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(after - before).toBeGreaterThan(200_000);
  expect(sockets).toHaveLength(1);
});

test("the page may reach the relay where the settings name it, and nothing else", async ({
  request,
}) => {
  const session = await createSession(stack);
  const policyOf = async (url: string) =>
    (await request.get(url)).headers()["content-security-policy"]?.split("; ") ?? [];
  const opened = await policyOf(`${baseUrl}/pay/${session.id}`);
  expect(opened).toContain(`connect-src 'self' ${relay.url}`);
  expect(opened).toContain("frame-src 'self'");
  expect(await policyOf(`${baseUrl}/login`)).toContain("connect-src 'self'");
  const unset = await policyOf(session.checkoutUrl);
  expect(unset).toContain("connect-src 'self'");
  expect(unset).toContain("frame-src 'self'");
});

test("without settings no further wallets are offered", async ({ page }) => {
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await expect(page.getByRole("button", { name: "Test wallet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "More wallets" })).toHaveCount(0);
});

test("a phone’s wallet subscribes with two signatures", async ({ page }) => {
  const plan = await createPlan(stack, { name: `Phone club ${Date.now()}` });
  const wallet = await openWallet();
  await page.goto(`${baseUrl}/subscribe/${plan.id}`);
  await (await wallet.pair(await readPairing(page))).approve();
  await expect(page.getByRole("heading", { name: "Review and sign" })).toBeVisible();
  await signAndSubscribe(page);
  await subscribed(page);
  expect(wallet.calls.filter(({ method }) => method === "eth_signTypedData_v4")).toHaveLength(2);
});

test("a phone’s wallet signs in to its subscriptions, and is there to sign with", async ({
  page,
}) => {
  const plan = await createPlan(stack, { name: `Home club ${Date.now()}` });
  const wallet = await openWallet();
  await page.goto(`${baseUrl}/subscribe/${plan.id}`);
  await (await wallet.pair(await readPairing(page))).approve();
  await signAndSubscribe(page);
  await subscribed(page);
  const other = await page.context().browser()?.newContext();
  const home = (await other?.newPage()) ?? page;
  const problems = watchProblems(home);
  const scripts: string[] = [];
  home.on("response", (response) => scripts.push(response.url()));
  await home.goto(`${baseUrl}/subscriptions?mode=test`);
  await expect(home.getByRole("button", { name: "Sign in with Test wallet" })).toBeVisible();
  const before = scripts.length;
  await home.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await home.getByRole("button", { name: "More wallets" }).click();
  await home.getByRole("button", { name: "Sign in with WalletConnect" }).click();
  await expect(home.getByRole("heading", { name: "Scan with your wallet" })).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
  const uri = await copiedPairing(home);
  await isInOrder(home);
  await (await wallet.pair(uri)).approve();
  const card = home.getByRole("article").filter({ hasText: plan.name });
  await expect(card.getByText("Your wallet has enough for the next charge.")).toBeVisible();
  expect(wallet.calls.filter(({ method }) => method === "personal_sign")).toHaveLength(1);
  expect(problems).toEqual([]);
  await other?.close();
});

test("a pairing for signing in can be given up, and a wallet that declines is told", async ({
  page,
}) => {
  await page.goto(`${baseUrl}/subscriptions?mode=test`);
  await readPairing(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  const choice = page.getByRole("button", { name: "Sign in with WalletConnect" });
  await expect(
    page.getByText("You declined in WalletConnect. You are not signed in."),
  ).toBeVisible();
  await expect(choice).toBeVisible();
  await isInOrder(page);
  const wallet = await openWallet();
  await choice.click();
  await (await wallet.pair(await copiedPairing(page))).reject();
  await expect(
    page.getByText("You declined in WalletConnect. You are not signed in."),
  ).toBeVisible();
});

test("a wallet that declines is not connected, and may be asked again", async ({ page }) => {
  const wallet = await openWallet();
  const { pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).reject();
  await expect(pay.heading("Not connected")).toBeFocused();
  await expect(page.getByText("You declined in WalletConnect. Nothing was charged.")).toBeVisible();
  await pay.button("Try again").click();
  await (await wallet.pair(await copiedPairing(page))).approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
});

test("a code that no wallet takes expires, and another one is shown", async ({ page }) => {
  await page.clock.install();
  const { pay } = await open(page);
  const first = await readPairing(page);
  await page.clock.fastForward("06:00");
  await expect(pay.heading("Not connected")).toBeVisible();
  await expect(page.getByText("No wallet answered in time.")).toBeVisible();
  await pay.button("Try again").click();
  expect(await copiedPairing(page)).not.toBe(first);
});

test("a wallet that only has another network is asked to switch, and pays", async ({ page }) => {
  const wallet = await openWallet();
  const { session, pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve([1]);
  await expect(pay.heading("Review and sign")).toBeVisible();
  expect(wallet.calls[0]).toEqual({ method: "wallet_switchEthereumChain", chainId: 1 });
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("a declined switch and a declined signature are told, and can be repeated", async ({
  page,
}) => {
  const wallet = await openWallet();
  let answers = 0;
  const decline = () => {
    answers += 1;
    throw new RemoteRefusal(4001, "User rejected the request.");
  };
  wallet.answer("wallet_switchEthereumChain", decline);
  const { pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve([1]);
  await expect(pay.heading("Switch to Local chain")).toBeVisible();
  await expect(page.getByText("You declined the switch. Nothing was charged.")).toBeVisible();
  await pay.button("Use another wallet").click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await (await wallet.pair(await copiedPairing(page))).approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
  wallet.answer("eth_signTypedData_v4", decline);
  await pay.button("Sign and pay").click();
  await expect(pay.heading("You declined to sign")).toBeVisible();
  expect(answers).toBe(2);
});

test("a reload in the middle keeps the wallet, and it pays", async ({ page }) => {
  const wallet = await openWallet();
  const { session, pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
  // The wallet does not answer while the page is loaded again.
  let hold: () => void = () => {};
  wallet.answer(
    "eth_signTypedData_v4",
    () =>
      new Promise((resolve) => {
        hold = () => resolve(null);
      }),
  );
  await pay.button("Sign and pay").click();
  await expect
    .poll(() => wallet.calls.some(({ method }) => method === "eth_signTypedData_v4"))
    .toBe(true);
  await page.reload();
  await expect(pay.heading("Review and sign")).toBeVisible();
  hold();
  wallet.answer("eth_signTypedData_v4", ([, json]) =>
    wallet.account.signTypedData(JSON.parse(String(json))),
  );
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("a wallet that ends the connection is told, and connects again", async ({ page }) => {
  const wallet = await openWallet();
  const { pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
  await wallet.disconnect();
  await expect(pay.heading("Not connected")).toBeFocused();
  await expect(page.getByText("Example Phone Wallet ended the connection.")).toBeVisible();
  await pay.button("Try again").click();
  await (await wallet.pair(await copiedPairing(page))).approve();
  await expect(pay.heading("Review and sign")).toBeVisible();
});

/** A contract wallet with tokens, and the key that signs for it. */
async function deploySafe() {
  const key = generatePrivateKey();
  const node = createWalletClient({
    account: privateKeyToAccount(fundedKey(stack, 1)),
    transport: http(stack.rpcUrl),
  }).extend(publicActions);
  const { bytecode } = readArtifact("local-smart-wallet");
  const hash = await node.deployContract({
    abi: localSmartWalletAbi,
    bytecode,
    args: [privateKeyToAccount(key).address],
    chain: null,
  });
  const { contractAddress: address } = await node.waitForTransactionReceipt({ hash });
  if (!address) throw new Error("not deployed");
  await fund(stack, address, 60_000_000n);
  return { key, address };
}

test("a Safe pays with what its owner signs", async ({ page }) => {
  const { key, address } = await deploySafe();
  const wallet = await openWallet(key, { name: "Safe", address });
  const { session, pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve();
  await expect(page.getByText("This is a smart-contract wallet")).toBeVisible();
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("a Safe that signs on the chain is told what to change", async ({ page }) => {
  const { key, address } = await deploySafe();
  const wallet = await openWallet(key, { name: "Safe", address });
  wallet.answer("eth_signTypedData_v4", () => "0x");
  const { session, pay } = await open(page);
  await (await wallet.pair(await readPairing(page))).approve();
  await pay.button("Sign and pay").click();
  await expect(pay.heading("Signing did not work")).toBeVisible();
  await expect(page.getByText("Safe approved this on the network")).toBeVisible();
  expect((await getSession(stack, session.id)).status).toBe("pending");
});

test.describe("Base Account", () => {
  async function openWithWindow(page: Page) {
    const { key, address } = await deploySafe();
    const baseAccount = await serveBaseAccount(page.context(), {
      url: BASE_ACCOUNT,
      chainId,
      rpcUrl: stack.rpcUrl,
      address,
      key: privateKeyToAccount(key),
    });
    const opened = await open(page);
    await page.getByRole("button", { name: "More wallets" }).click();
    return { baseAccount, ...opened };
  }

  test("pays from its window, and is there after a reload", async ({ page }) => {
    const problems = watchProblems(page);
    const { baseAccount, session, pay } = await openWithWindow(page);
    await pay.choose("Base Account");
    await expect(page.getByText("This is a smart-contract wallet")).toBeVisible();
    await page.reload();
    await expect(page.getByText("This is a smart-contract wallet")).toBeVisible();
    await pay.signAndPay();
    expect((await getSession(stack, session.id)).status).toBe("confirmed");
    const signed = baseAccount.calls.filter((method) => method === "eth_signTypedData_v4");
    expect(signed).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("signs in to its subscriptions from its window", async ({ page }) => {
    const { baseAccount } = await openWithWindow(page);
    await page.goto(`${baseUrl}/subscriptions?mode=test`);
    await page.getByRole("button", { name: "More wallets" }).click();
    const choice = page.getByRole("button", { name: "Sign in with Base Account" });
    await expect(page.getByRole("button", { name: "Sign in with WalletConnect" })).toBeFocused();
    await choice.click();
    await expect(page.getByText("This wallet has no subscriptions here.")).toBeVisible();
    expect(baseAccount.calls).toContain("personal_sign");
  });

  test("that declines is told", async ({ page }) => {
    const { baseAccount, pay } = await openWithWindow(page);
    baseAccount.decline();
    await pay.choose("Base Account");
    await expect(pay.heading("Not connected")).toBeVisible();
    await expect(page.getByText("You declined in Base Account.")).toBeVisible();
  });
});

test("a merchant’s wallet on a phone sends a refund, declines one first, and pairs again once disconnected", async ({
  page,
}) => {
  const { refund, account } = await refundToSend(stack);
  const wallet = await openWallet(stack.merchantKey);
  const client = createWalletClient({ account, transport: http(stack.rpcUrl) });
  let declines = true;
  let sent = 0;
  wallet.answer("eth_sendTransaction", ([asked]) => {
    if (declines) throw new RemoteRefusal(4001, "User rejected.");
    sent += 1;
    const { to, data } = asked as { to: `0x${string}`; data: `0x${string}` };
    return client.sendTransaction({ to, data, chain: null });
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAsOwner(page, { ...stack, baseUrl }, `/dashboard/refunds/${refund.id}`);
  const problems = watchProblems(page);
  const pair = async () => {
    await page.getByRole("button", { name: "Send with WalletConnect" }).click();
    await expect(page.getByRole("img", { name: "Code to connect a wallet" })).toBeVisible();
    await page.getByRole("button", { name: "Copy connection link" }).click();
    const uri = await page.evaluate(() => navigator.clipboard.readText());
    await (await wallet.pair(uri)).approve();
  };
  await pair();
  await expect(page.getByText("You declined in the wallet. Nothing was sent.")).toBeVisible();
  const connected = page.getByText(/^Connected: WalletConnect, 0x/);
  await expect(connected).toBeVisible();
  await isInOrder(page);
  await page.reload();
  await expect(connected).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(connected).toHaveCount(0);
  declines = false;
  await pair();
  await expect(page.locator("header").getByText("Refunded")).toBeVisible({ timeout: 60_000 });
  expect(sent).toBe(2);
  expect(problems).toEqual([]);
});

test.describe("on a phone", () => {
  const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices["Pixel 7"];
  test.use({ userAgent, viewport, isMobile, hasTouch, deviceScaleFactor });

  test("a wallet’s app pays by its link", async ({ page }) => {
    const wallet = await openWallet();
    const { session, pay } = await open(page);
    await page.getByRole("button", { name: "More wallets" }).click();
    await page.getByRole("button", { name: "WalletConnect" }).click();
    const link = page.getByRole("link", { name: "Open wallet app" });
    const uri = (await link.getAttribute("href")) ?? "";
    await expect(page.getByRole("link", { name: "MetaMask" })).toHaveAttribute(
      "href",
      `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`,
    );
    await expect(page.getByRole("img", { name: /QR/ })).toHaveCount(0);
    await isInOrder(page);
    await (await wallet.pair(uri)).approve();
    await expect(pay.heading("Review and sign")).toBeVisible();
    await pay.signAndPay();
    expect((await getSession(stack, session.id)).status).toBe("confirmed");
  });
});
