import { expect, test } from "vitest";
import { desktopWalletLinks, mobileWalletLinks } from "./mobile-wallets";
import { isOffered } from "./wallet-networks";

const ARC = 5042;
const BASE = 8453;
const AVALANCHE = 43114;
const names = (links: { name: string }[]) => links.map(({ name }) => name);
const page = "https://pay.example/pay/ps_1";

test.each([
  [BASE, ["MetaMask", "Base", "Trust Wallet", "Phantom"]],
  [AVALANCHE, ["MetaMask", "Base", "Trust Wallet"]],
  [ARC, ["MetaMask", "Trust Wallet"]],
])("on chain %i a phone is led to %j", (chainId, expected) => {
  expect(names(mobileWalletLinks(page, chainId))).toEqual(expected);
});

test("a computer is led to no wallet that cannot pay there", () => {
  expect(names(desktopWalletLinks(BASE))).toEqual(["MetaMask", "Rabby", "Base"]);
  expect(names(desktopWalletLinks(ARC))).toEqual(["MetaMask", "Rabby"]);
});

test("a wallet that is there and not on the chain is not offered; one that nobody knows is", () => {
  expect(isOffered("app.phantom", BASE)).toBe(true);
  expect(isOffered("app.phantom", ARC)).toBe(false);
  expect(isOffered("injected:phantom", ARC)).toBe(false);
  expect(isOffered("example.wallet", ARC)).toBe(true);
});
