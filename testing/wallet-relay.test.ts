import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRemoteWallet } from "./remote-wallet";
import { startWalletRelay, type WalletRelay } from "./wallet-relay";

let relay: WalletRelay;
beforeAll(async () => {
  relay = await startWalletRelay();
});
afterAll(() => relay.stop());

it("pairs a page with a wallet, and carries requests", async () => {
  const { EthereumProvider } = await import("@walletconnect/ethereum-provider");
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = await openRemoteWallet({ relayUrl: relay.url, account });
  const page = await EthereumProvider.init({
    projectId: "page",
    relayUrl: relay.url,
    optionalChains: [31337],
    optionalMethods: ["personal_sign"],
    metadata: { name: "Shop", description: "", url: "https://shop.example", icons: [] },
    showQrModal: false,
    telemetryEnabled: false,
    logger: "silent",
    customStoragePrefix: "page",
  });
  const shown = new Promise<string>((resolve) => page.once("display_uri", resolve));
  const connected = page.connect();
  const proposal = await wallet.pair(await shown);
  expect(proposal).toMatchObject({ site: { name: "Shop" }, chainIds: [31337] });
  await proposal.approve();
  await connected;
  expect(page.accounts).toEqual([account.address]);
  const params = ["0x68656c6c6f", account.address];
  const signature = await page.request({ method: "personal_sign", params });
  expect(signature).toBe(await account.signMessage({ message: "hello" }));
  expect(relay.projects).toEqual(new Set(["page", "wallet"]));
  await wallet.stop();
  await page.signer.client.core.relayer.transportClose();
}, 60_000);
