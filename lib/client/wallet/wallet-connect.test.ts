import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openRemoteWallet, type PairedWallet } from "@/testing/remote-wallet";
import { startWalletRelay, type WalletRelay } from "@/testing/wallet-relay";
import { connectWallet, sharedAccount } from "./connect-wallet";
import type { RemoteWallet } from "./provider";
import { createWalletConnect } from "./wallet-connect";

const chainId = 31337;
const network = {
  chainId,
  label: "Local chain",
  rpcUrls: ["http://127.0.0.1:1"],
  explorer: null,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const account = privateKeyToAccount(generatePrivateKey());

let relay: WalletRelay;
let phone: PairedWallet;
let pairings: string[];
beforeAll(async () => {
  relay = await startWalletRelay();
});
afterAll(() => relay.stop());
beforeEach(async () => {
  // Pages of one process are different ones.
  vi.stubEnv("DISABLE_GLOBAL_CORE", "true");
  vi.stubGlobal("location", { origin: "https://pay.example" });
  pairings = [];
  phone = await openPhone();
});
afterEach(async () => {
  await phone.stop();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const openPhone = () => openRemoteWallet({ relayUrl: relay.url, account, name: " Sa\u202Efe " });

const openPage = (others: (typeof network)[] = []): Promise<RemoteWallet> =>
  createWalletConnect({
    others,
    settings: { projectId: "page", relayUrl: relay.url },
    network,
    site: "Acme Coffee",
    onPairing: (uri) => pairings.push(uri),
    onEnd: () => {},
  });

async function connectPhone(page: RemoteWallet, chainIds?: number[]) {
  const known = pairings.length;
  const connected = connectWallet(page);
  await expect.poll(() => pairings.length, { timeout: 20_000 }).toBe(known + 1);
  const proposal = await phone.pair(pairings.at(-1) ?? "");
  await proposal.approve(chainIds);
  return { proposal, answer: await connected };
}

test("a page that only looks pairs with nothing", async () => {
  const page = await openPage();
  expect(await sharedAccount(page)).toBeNull();
  expect(await page.request({ method: "eth_chainId" })).toBe("0x7a69");
  await expect(page.request({ method: "personal_sign", params: [] })).rejects.toMatchObject({
    code: 4900,
  });
  expect(pairings).toEqual([]);
}, 60_000);

test("a wallet is asked for nothing that it must have, and is called by its own name", async () => {
  const page = await openPage();
  const { proposal, answer } = await connectPhone(page);
  expect(proposal.site).toEqual({ name: "Acme Coffee", url: "https://pay.example" });
  expect(proposal.chainIds).toEqual([chainId, 1]);
  expect(answer).toEqual({ account: account.address, chainId });
  expect(page.peerName()).toBe("Safe");
  expect(phone.calls).toEqual([]);
}, 60_000);

test("a wallet is asked for further chains too, and goes to one that it shares without being asked", async () => {
  const page = await openPage([{ ...network, chainId: 8_453 }]);
  const { proposal, answer } = await connectPhone(page);
  expect(proposal.chainIds).toEqual([chainId, 8_453, 1]);
  expect(answer).toEqual({ account: account.address, chainId });
  const params = [{ chainId: "0x2105" }];
  await page.request({ method: "wallet_switchEthereumChain", params });
  expect(Number(await page.request({ method: "eth_chainId" }))).toBe(8_453);
  await page.request({ method: "personal_sign", params: ["0x61", account.address] });
  expect(phone.calls).toEqual([{ method: "personal_sign", chainId: 8_453 }]);
}, 60_000);

test("two clicks are one pairing", async () => {
  const page = await openPage();
  const [first, second] = [connectWallet(page), connectWallet(page)];
  await expect.poll(() => pairings.length, { timeout: 20_000 }).toBe(1);
  await (await phone.pair(pairings[0] ?? "")).approve();
  expect(await first).toEqual(await second);
  expect(pairings).toHaveLength(1);
}, 60_000);

test("a pairing that was left is told again while it is open, and not once it is over", async () => {
  const page = await openPage();
  const left = connectWallet(page);
  await expect.poll(() => pairings.length, { timeout: 20_000 }).toBe(1);
  const again = connectWallet(page);
  await expect.poll(() => pairings.length).toBe(2);
  expect(pairings[1]).toBe(pairings[0]);
  await (await phone.pair(pairings[1] ?? "")).approve();
  expect(await again).toEqual(await left);
  await connectWallet(page);
  expect(pairings).toHaveLength(2);
}, 60_000);

test("a page that ends its session and connects at once pairs anew", async () => {
  const page = await openPage();
  await connectPhone(page);
  // The library of a wallet that is told of the end while it pairs leaves a rejection unhandled.
  await phone.stop();
  phone = await openPhone();
  const ended = page.endSession();
  const { answer } = await connectPhone(page);
  await ended;
  expect(answer.account).toBe(account.address);
  expect(pairings).toHaveLength(2);
  expect(pairings[1]).not.toBe(pairings[0]);
  expect(await sharedAccount(page)).toEqual(answer);
}, 60_000);

test("a wallet that shares another network is left there, for the page to ask it", async () => {
  const page = await openPage();
  const { answer } = await connectPhone(page, [1]);
  expect(answer).toEqual({ account: account.address, chainId: 1 });
  expect(phone.calls).toEqual([]);
}, 60_000);

test("a wallet that switches before its session has the chain still shares its account", async () => {
  const page = await openPage();
  const told: unknown[] = [];
  const listener = (accounts: unknown) => told.push(accounts);
  page.on?.("accountsChanged", listener);
  await connectPhone(page, [1]);
  // The session is told of the chain later.
  phone.answer("wallet_switchEthereumChain", () => null);
  const params = [{ chainId: "0x7a69" }];
  await page.request({ method: "wallet_switchEthereumChain", params });
  expect(await page.request({ method: "eth_chainId" })).toBe(chainId);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  expect(told).toEqual(told.map(() => [account.address]));
  page.removeListener?.("accountsChanged", listener);
  const before = told.length;
  await page.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x1" }] });
  await page.request({ method: "eth_chainId" });
  expect(told).toHaveLength(before);
}, 60_000);

test("one that shares several is used on the payment's, without asking it", async () => {
  const page = await openPage();
  const { answer } = await connectPhone(page, [1, chainId]);
  expect(answer).toEqual({ account: account.address, chainId });
  expect(phone.calls).toEqual([]);
}, 60_000);
