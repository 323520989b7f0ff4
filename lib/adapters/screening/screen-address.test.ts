import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeAbiParameters, toFunctionSelector } from "viem";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Chain, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import { currentListVersion, screenAddress } from "./screen-address";

const folder = mkdtempSync(join(tmpdir(), "stipend-screening-"));
afterAll(() => rmSync(folder, { recursive: true }));

const listed: Address = `0x${"aB".repeat(20)}`;
const clean: Address = `0x${"cd".repeat(20)}`;
let calls: unknown[] = [];
beforeEach(() => {
  calls = [];
});

let files = 0;
function writeList(text: string): string {
  files += 1;
  const path = join(folder, `list-${files}`);
  writeFileSync(path, text);
  return path;
}

/** A chain whose contracts answer yes, no, or not at all. */
function chainThat(answer: boolean | "silent", name = "base"): Chain {
  const preset = findPreset(name);
  if (!preset) throw new Error(`no preset ${name}`);
  const request = async (call: unknown) => {
    calls.push(call);
    if (answer === "silent") throw new RpcUnavailable("no answer");
    return encodeAbiParameters([{ type: "bool" }], [answer]);
  };
  return chainFrom(preset, { rpc: { request } });
}

test("a listed address is blocked, in whatever case and format the list names it", async () => {
  for (const text of [
    `${listed}\n`,
    `# comment\nname,${listed.toLowerCase()},note\n`,
    JSON.stringify([{ address: listed }]),
  ]) {
    const config = { SCREENING_LIST: writeList(text) };
    const local = chainThat(false, "local");
    const question = { config, chain: local };
    expect(
      await screenAddress({ ...question, address: listed.toLowerCase() as Address }),
    ).toMatchObject({ result: "blocked", provider: "list", matches: ["list"] });
    expect(await screenAddress({ ...question, address: clean })).toMatchObject({ result: "clear" });
  }
});

test("without a list, and on a chain without an oracle, everybody is clear", async () => {
  const chain = chainThat("silent", "local");
  expect(await screenAddress({ config: {}, chain, address: clean })).toMatchObject({
    result: "clear",
    listVersion: "none",
  });
  expect(calls).toHaveLength(0);
});

test("a list that cannot be read, or names nobody, is unavailable and never clear", async () => {
  const chain = chainThat(false, "local");
  for (const SCREENING_LIST of [join(folder, "missing"), writeList("nobody")]) {
    const screening = await screenAddress({ config: { SCREENING_LIST }, chain, address: clean });
    expect(screening).toMatchObject({ result: "unavailable", matches: [] });
    expect(await currentListVersion({ SCREENING_LIST })).toBeNull();
  }
});

test("a list that becomes unreadable is not believed any longer", async () => {
  const SCREENING_LIST = writeList(listed);
  const ask = () =>
    screenAddress({ config: { SCREENING_LIST }, chain: chainThat(false, "local"), address: clean });
  expect(await ask()).toMatchObject({ result: "clear" });
  rmSync(SCREENING_LIST);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  for (const _ of [1, 2]) expect(await ask()).toMatchObject({ result: "unavailable" });
});

test("the oracle is asked where the chain has one, and decides with the list", async () => {
  const config = { SCREENING_LIST: writeList(listed) };
  const asked = (answer: boolean | "silent", address: Address) =>
    screenAddress({ config, chain: chainThat(answer), address });
  expect(await asked(false, clean)).toMatchObject({
    result: "clear",
    provider: "list,chainalysis",
  });
  expect(calls).toMatchObject([
    {
      method: "eth_call",
      params: [
        {
          to: "0x3a91a31cb3dc49b4db9ce721f50a9d076c8d739b",
          data: expect.stringMatching(`^${toFunctionSelector("isSanctioned(address)")}`),
        },
        "latest",
      ],
    },
  ]);
  expect(await asked(true, clean)).toMatchObject({ result: "blocked", matches: ["chainalysis"] });
  expect(await asked("silent", clean)).toMatchObject({ result: "unavailable" });
  // One match is enough, whoever else is silent.
  expect(await asked("silent", listed)).toMatchObject({ result: "blocked", matches: ["list"] });
});

test("the issuer is asked where a token is named", async () => {
  const question = { config: {}, address: clean, token: listed };
  const blocked = await screenAddress({ ...question, chain: chainThat(true, "local") });
  expect(blocked).toMatchObject({
    result: "blocked",
    provider: "list,issuer",
    matches: ["issuer"],
  });
  const silent = await screenAddress({ ...question, chain: chainThat("silent", "local") });
  expect(silent).toMatchObject({ result: "unavailable" });
});

test("the version follows the content", async () => {
  const [one, same, other] = [writeList(listed), writeList(listed), writeList(clean)];
  const version = (SCREENING_LIST: string) => currentListVersion({ SCREENING_LIST });
  expect(await version(one)).toBe(await version(same));
  expect(await version(one)).not.toBe(await version(other));
});

test("a wallet on the watch list is flagged, and one on the blocklist too is blocked", async () => {
  const chain = chainThat(false, "local");
  const SCREENING_WATCHLIST = writeList(`${listed}\n${clean}`);
  const config = { SCREENING_LIST: writeList(listed), SCREENING_WATCHLIST };
  const ask = (address: Address) => screenAddress({ config, chain, address });
  expect(await ask(clean)).toMatchObject({
    result: "flagged",
    provider: "list,watchlist",
    matches: ["watchlist"],
  });
  expect(await ask(listed)).toMatchObject({ result: "blocked", matches: ["list", "watchlist"] });
  const other: Address = `0x${"ef".repeat(20)}`;
  expect(await ask(other)).toMatchObject({ result: "clear", matches: [] });
  expect(await currentListVersion(config)).toBe((await ask(other)).listVersion);
  expect(await currentListVersion({ SCREENING_WATCHLIST })).toMatch(/^none\+[0-9a-f]{16}$/);
});

test("a watch list that cannot be read holds every wallet, and hides no match", async () => {
  const chain = chainThat(false, "local");
  const config = { SCREENING_LIST: writeList(listed), SCREENING_WATCHLIST: join(folder, "none") };
  const ask = (address: Address) => screenAddress({ config, chain, address });
  expect(await ask(clean)).toMatchObject({ result: "unavailable" });
  expect(await ask(listed)).toMatchObject({ result: "blocked" });
  expect(await currentListVersion(config)).toBeNull();
});
