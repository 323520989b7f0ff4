import { expect, it } from "vitest";
import { z } from "zod";
import { checkWallets, walletConnectors, walletOrigins, walletSettings } from "./wallet-settings";

const read = (given: Record<string, string>) => {
  const settings = z.object(walletSettings).parse(given);
  checkWallets(settings);
  return settings;
};
const WALLETCONNECT_PROJECT_ID = "0123456789abcdef0123456789abcdef";

it("opens no way and no origin without settings", () => {
  expect(walletConnectors(read({}))).toBeNull();
  expect(walletOrigins(null)).toEqual({ connections: [], frames: [] });
});

it("reaches the public relay, and where that attests which site asks", () => {
  const connectors = walletConnectors(read({ WALLETCONNECT_PROJECT_ID }));
  expect(connectors?.walletConnect).toEqual({
    projectId: WALLETCONNECT_PROJECT_ID,
    relayUrl: null,
  });
  expect(walletOrigins(connectors)).toEqual({
    connections: ["wss://relay.walletconnect.org"],
    frames: ["https://verify.walletconnect.org"],
  });
});

it("reaches another relay instead, and it alone", () => {
  const relay = { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: "wss://relay.example/v2/" };
  const connectors = walletConnectors(read(relay));
  expect(connectors?.walletConnect?.relayUrl).toBe("wss://relay.example/v2");
  expect(walletOrigins(connectors)).toEqual({ connections: ["wss://relay.example"], frames: [] });
});

it("refuses a relay without a project, and one that is not encrypted", () => {
  const WALLETCONNECT_RELAY_URL = "wss://relay.example";
  expect(() => read({ WALLETCONNECT_RELAY_URL })).toThrow("needs WALLETCONNECT_PROJECT_ID");
  for (const wrong of ["ws://relay.example", "https://relay.example", "relay.example"]) {
    const relay = { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: wrong };
    expect(() => read(relay)).toThrow();
  }
  const here = { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: "ws://127.0.0.1:4100" };
  expect(walletOrigins(walletConnectors(read(here))).connections).toEqual(["ws://127.0.0.1:4100"]);
});

it("opens no origin for Base Account, whose window is no part of the page", () => {
  const connectors = walletConnectors(
    read({ BASE_ACCOUNT_URL: "https://keys.coinbase.com/connect" }),
  );
  expect(connectors).toEqual({
    walletConnect: null,
    baseAccountUrl: "https://keys.coinbase.com/connect",
  });
  expect(walletOrigins(connectors)).toEqual({ connections: [], frames: [] });
  expect(() => read({ BASE_ACCOUNT_URL: "http://keys.example" })).toThrow("https://");
});
