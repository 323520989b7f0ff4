import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sendFrom } from "@/components/dashboard/wallet-step/step-wallet";
import { waitForReceipt } from "@/lib/client/wallet/send-call";
import { createWalletConnect } from "@/lib/client/wallet/wallet-connect";
import { openRemoteWallet, type PairedWallet } from "@/testing/remote-wallet";
import { stepWalletOf } from "@/testing/step-wallet";
import { startWalletRelay, type WalletRelay } from "@/testing/wallet-relay";
import { remoteWallet, remoteWallets } from "./remote-wallets";

const network = {
  ...{ chainId: 31337, label: "Local chain", rpcUrls: ["http://127.0.0.1:1"], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const account = privateKeyToAccount(generatePrivateKey());
const from = account.address;
const call = { chainId: 31337, to: `0x${"1".repeat(40)}`, data: "0x12", from };
const hash = `0x${"ab".repeat(32)}`;

let relay: WalletRelay;
let phone: PairedWallet;
let pairing: string | null;
beforeAll(async () => {
  relay = await startWalletRelay();
});
afterAll(() => relay.stop());
beforeEach(async () => {
  // Pages of one process are different ones.
  vi.stubEnv("DISABLE_GLOBAL_CORE", "true");
  vi.stubGlobal("location", { origin: "https://pay.example" });
  pairing = null;
  phone = await openRemoteWallet({ relayUrl: relay.url, account });
});
afterEach(async () => {
  await phone.stop();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function openDialog() {
  const settings = { projectId: "page", relayUrl: relay.url };
  const entry = remoteWallet({ id: "more.walletconnect", name: "WalletConnect" }, (events) =>
    createWalletConnect({ settings, network, site: "Stipend", ...events }),
  );
  entry.listen((uri) => {
    pairing = uri;
  });
  return entry.offered;
}

const shown = () => expect.poll(() => pairing, { timeout: 20_000 }).not.toBeNull();

test("a wallet on a phone is paired, sends one transaction, and stays connected", async () => {
  phone.answer("eth_sendTransaction", () => hash);
  const { provider, endSession } = openDialog();
  const wallet = await stepWalletOf(provider, network);
  const sent = sendFrom(wallet, call, network);
  await shown();
  await (await phone.pair(pairing ?? "")).approve();
  expect(await sent).toBe(hash);
  expect(pairing).toBeNull();
  expect(phone.calls).toEqual([{ method: "eth_sendTransaction", chainId: 31337 }]);
  expect(await sendFrom(wallet, call, network)).toBe(hash);
  await expect(waitForReceipt(wallet.provider, call, hash)).rejects.toMatchObject({
    kind: "unseen",
  });
  await endSession();
}, 60_000);

test("a pairing that is given up sends nothing, also where the phone approves it later", async () => {
  const { provider, giveUp } = openDialog();
  const wallet = await stepWalletOf(provider, network);
  const sent = sendFrom(wallet, call, network);
  await shown();
  const uri = pairing ?? "";
  giveUp();
  await expect(sent).rejects.toMatchObject({ code: 4001 });
  expect(pairing).toBeNull();
  await (await phone.pair(uri)).approve();
  phone.answer("eth_sendTransaction", () => hash);
  expect(phone.calls).toEqual([]);
  expect(await sendFrom(wallet, call, network)).toBe(hash);
  expect(phone.calls).toHaveLength(1);
}, 60_000);

test("a pairing that was given up is shown again at the next try", async () => {
  phone.answer("eth_sendTransaction", () => hash);
  const { provider, giveUp } = openDialog();
  const wallet = await stepWalletOf(provider, network);
  const sent = sendFrom(wallet, call, network);
  await shown();
  const uri = pairing ?? "";
  giveUp();
  await expect(sent).rejects.toMatchObject({ code: 4001 });
  const again = sendFrom(wallet, call, network);
  await shown();
  expect(pairing).toBe(uri);
  await (await phone.pair(uri)).approve();
  expect(await again).toBe(hash);
  expect(phone.calls).toHaveLength(1);
}, 60_000);

test("a request that is open when the phone ends the connection ends with it, and may have been sent", async () => {
  const { provider } = openDialog();
  const wallet = await stepWalletOf(provider, network);
  let asked = () => {};
  const reached = new Promise<void>((resolve) => {
    asked = resolve;
  });
  phone.answer("eth_sendTransaction", () => {
    asked();
    return new Promise(() => {});
  });
  const sent = sendFrom(wallet, call, network);
  sent.catch(() => {});
  await shown();
  await (await phone.pair(pairing ?? "")).approve();
  await reached;
  await phone.disconnect();
  await expect(sent).rejects.toMatchObject({ code: 6000 });
}, 60_000);

test("a network that Base Account's public page does not know is not offered there", () => {
  const tell = () => {};
  const offered = (baseAccountUrl: string | null, chainId: number) =>
    remoteWallets({ walletConnect: null, baseAccountUrl }, [{ ...network, chainId }], tell).map(
      ({ id }) => id,
    );
  expect(offered(null, 8453)).toEqual([]);
  expect(offered("https://keys.coinbase.com/connect", 8453)).toEqual(["more.base-account"]);
  expect(offered("https://keys.coinbase.com/connect", 31337)).toEqual([]);
  expect(offered("https://keys.example/connect", 31337)).toEqual(["more.base-account"]);
  expect(remoteWallets(null, [network], tell)).toEqual([]);
});
