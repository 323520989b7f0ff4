import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discoverWallets } from "./discover-wallets";
import type { FoundWallet } from "./provider";

const provider = (flags: object = {}) => ({ request: async () => null, ...flags });
const named = (name: string, of = provider(), more: object = {}) => ({
  info: {
    uuid: crypto.randomUUID(),
    name,
    rdns: `example.${name}`,
    icon: "data:image/png;base64,",
    ...more,
  },
  provider: of,
});

let page: EventTarget & { ethereum?: unknown };
let found: FoundWallet[] = [];
let settled = false;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("window", page);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function announce(detail: unknown) {
  page.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
}
function look() {
  stop = discoverWallets((wallets, done) => {
    found = wallets;
    settled = done;
  });
}
const names = () => found.map(({ name }) => name);

test("asks, and lists who announces itself (EIP-6963)", () => {
  page.addEventListener("eip6963:requestProvider", () => announce(named("Alpha")));
  look();
  expect(names()).toEqual(["Alpha"]);
  announce(named("Beta"));
  announce(named("Alpha"));
  expect(names()).toEqual(["Alpha", "Beta"]);
  expect(settled).toBe(false);
  vi.runAllTimers();
  expect(settled).toBe(true);
});

test("falls back to the injected provider of older wallets", () => {
  page.ethereum = provider({ isMetaMask: true, isRabby: true });
  look();
  vi.runAllTimers();
  expect(names()).toEqual(["Rabby"]);
});

test("lists each of several injected providers", () => {
  const providers = [provider({ isMetaMask: true }), provider({ isCoinbaseWallet: true })];
  page.ethereum = provider({ providers });
  look();
  vi.runAllTimers();
  expect(names()).toEqual(["MetaMask", "Coinbase Wallet"]);
});

test("lists nobody twice who announces itself and is injected too", () => {
  const twin = provider({ isMetaMask: true });
  page.ethereum = twin;
  look();
  announce(named("MetaMask", twin));
  vi.runAllTimers();
  expect(names()).toEqual(["MetaMask"]);
});

test("replaces an injected wallet that announces itself late", () => {
  const twin = provider();
  page.ethereum = twin;
  look();
  vi.runAllTimers();
  expect(names()).toEqual(["Browser wallet"]);
  announce(named("Slow", twin));
  expect(names()).toEqual(["Slow"]);
});

test("takes no icon that would be fetched, and no malformed announcement", () => {
  look();
  announce(named("Spy", provider(), { icon: "https://spy.example/pixel.png" }));
  announce({ info: { name: "No provider", rdns: "a" } });
  announce({ provider: provider() });
  announce(undefined);
  expect(found).toMatchObject([{ name: "Spy", icon: null }]);
});
