import { afterEach, expect, test, vi } from "vitest";
import { pairingLinks, rememberApp } from "./pairing-links";

afterEach(() => {
  vi.unstubAllGlobals();
});

const uri = "wc:7f6e@2?relay-protocol=irn&symKey=a+b";

test("a link hands the whole pairing to the wallet's app, over https", () => {
  const links = pairingLinks(uri);
  expect(links.map(({ name }) => name)).toEqual(["MetaMask", "Trust Wallet", "Rainbow", "Safe"]);
  for (const { href } of links) {
    const { protocol, pathname, searchParams } = new URL(href);
    expect([protocol, pathname, searchParams.get("uri")]).toEqual(["https:", "/wc", uri]);
  }
});

test("the app that was chosen is kept for the requests that follow, and one without a link forgets it", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
  rememberApp("Rainbow");
  const choice = { name: "Rainbow", href: "https://rnbwapp.com" };
  expect([...stored]).toEqual([["WALLETCONNECT_DEEPLINK_CHOICE", JSON.stringify(choice)]]);
  rememberApp("Another wallet");
  expect(stored.size).toBe(0);
  rememberApp("Safe");
  rememberApp(null);
  expect(stored.size).toBe(0);
});
