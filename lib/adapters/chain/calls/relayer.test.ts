import { parseTransaction, recoverTransactionAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { type Hex, lowerHex } from "@/lib/core/chain/hex";
import { agentOf, callOf, canSign, operatorsOf, relayersOf, signerOf } from "./relayer";

const key = (byte: string): Hex => `0x${byte.repeat(32)}`;
const addressOf = (of: Hex) => lowerHex(privateKeyToAccount(of).address);
const keys = {
  RELAYER_PRIVATE_KEYS: [key("11"), key("12")],
  OPERATOR_PRIVATE_KEY: [key("21")],
  AGENT_PRIVATE_KEY: [key("31")],
};
const none = { RELAYER_PRIVATE_KEYS: [], OPERATOR_PRIVATE_KEY: [], AGENT_PRIVATE_KEY: [] };

test("each kind of wallet is of its own setting, in its order", () => {
  expect(relayersOf(keys).map(({ address }) => address)).toEqual([
    addressOf(key("11")),
    addressOf(key("12")),
  ]);
  expect(operatorsOf(keys).map(({ address }) => address)).toEqual([addressOf(key("21"))]);
  expect(agentOf(keys)?.address).toBe(addressOf(key("31")));
  expect(agentOf(none)).toBeUndefined();
  // Keys are opened once: each call of the relay asks for its wallets.
  expect(relayersOf(keys)).toBe(relayersOf(keys));
});

test("an address is signed for by the wallet that has its key, of whichever kind, and by no other", () => {
  for (const one of ["11", "12", "21", "31"]) {
    expect(signerOf(keys, addressOf(key(one)))?.address).toBe(addressOf(key(one)));
    expect(signerOf(none, addressOf(key(one)))).toBeUndefined();
  }
  expect(signerOf(keys, addressOf(key("99")))).toBeUndefined();
  expect(canSign({ address: addressOf(key("11")) })).toBe(false);
});

test("signed bytes make the call, on the chain and with the fees that were asked for, and have that hash", async () => {
  const wallet = agentOf(keys);
  if (!wallet) throw new Error("there is an agent");
  const call = { to: addressOf(key("99")), data: "0xabcdef" as Hex, gas: 50_000n };
  const fees = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n };
  const { raw, hash } = await wallet.sign({ chainId: 8_453, nonce: 7n, ...call, ...fees });
  expect(parseTransaction(raw)).toMatchObject({
    ...{ type: "eip1559", chainId: 8_453, nonce: 7, ...call, ...fees },
  });
  expect(
    lowerHex(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })),
  ).toBe(wallet.address);
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(callOf(raw)).toEqual({ data: "0xabcdef", value: 0n });
  const plain = await wallet.sign({
    ...{ chainId: 8_453, nonce: 8n, ...call, ...fees },
    ...{ data: "0x", value: 3n },
  });
  expect(callOf(plain.raw)).toEqual({ data: "0x", value: 3n });
});
