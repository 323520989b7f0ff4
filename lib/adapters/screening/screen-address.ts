import { parseAbi } from "viem";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { metrics } from "@/lib/adapters/metrics/metrics";
import type { Address } from "@/lib/core/chain/hex";
import type { ScreeningResult } from "@/lib/core/kinds";
import { isNamed, type ListConfig, openLists, type ScreeningLists } from "./screening-lists";

/** What the lists say about an address. `unavailable` is no answer: money waits, it never passes. */
export interface Screening {
  readonly result: ScreeningResult;
  /** Who was asked, in order: `list`, `watchlist`, `chainalysis`, `issuer`. */
  readonly provider: string;
  /** The list files' content hashes, or `none`. */
  readonly listVersion: string;
  /** Which of them named the address. */
  readonly matches: readonly string[];
}

interface Question {
  readonly config: ListConfig;
  readonly chain: Chain;
  readonly address: Address;
  /** Asks the token's issuer as well. */
  readonly token?: Address;
}

/** The only source that does not block. */
const WATCHLIST = "watchlist";

const oracleAbi = parseAbi(["function isSanctioned(address addr) view returns (bool)"]);

/**
 * Whether Chainalysis' on-chain sanctions list names an address. It lags behind designations, so it is
 * one list of several.
 * @throws RpcError, RpcUnavailable
 */
export function isSanctioned(rpc: Rpc, oracle: Address, address: Address): Promise<boolean> {
  return readContract(rpc, {
    address: oracle,
    abi: oracleAbi,
    functionName: "isSanctioned",
    args: [address],
  });
}

/**
 * Screens an address against the operator's lists, Chainalysis' oracle where the chain has one, and the blocklist of the
 * token where one is named. One match blocks, even if other sources did not answer; one on the watch list flags.
 */
export async function screenAddress(question: Question): Promise<Screening> {
  const { config, chain, address, token } = question;
  const lists = await openLists(config);
  const { sanctionsOracle } = chain.preset;
  const asked = askLists(lists, address);
  if (sanctionsOracle) {
    asked.push(["chainalysis", isSanctioned(chain.rpc, sanctionsOracle, address)]);
  }
  if (token) asked.push(["issuer", isBlacklisted(chain.rpc, token, address)]);
  return conclude(asked, lists);
}

/** Screens an address against the operator's lists alone, without asking a chain. */
export async function screenByLists(config: ListConfig, address: Address): Promise<Screening> {
  const lists = await openLists(config);
  return conclude(askLists(lists, address), lists);
}

type Answer = [source: string, verdict: Promise<boolean>];

function askLists({ blocked, watched }: ScreeningLists, address: Address): Answer[] {
  const asked: Answer[] = [["list", isNamed(blocked, address)]];
  if (watched) asked.push([WATCHLIST, isNamed(watched, address)]);
  return asked;
}

async function conclude(asked: readonly Answer[], lists: ScreeningLists): Promise<Screening> {
  const verdicts = await Promise.allSettled(asked.map(([, verdict]) => verdict));
  const matches = asked.flatMap(([name], index) => {
    const verdict = verdicts[index];
    return verdict?.status === "fulfilled" && verdict.value ? [name] : [];
  });
  const failed = verdicts.some(({ status }) => status === "rejected");
  const result = resultOf(matches, failed);
  metrics().screenings.add(1, result);
  const provider = asked.map(([name]) => name).join(",");
  return { result, provider, listVersion: lists.version ?? "unreadable", matches };
}

function resultOf(matches: readonly string[], failed: boolean): ScreeningResult {
  if (matches.some((name) => name !== WATCHLIST)) return "blocked";
  if (failed) return "unavailable";
  return matches.length > 0 ? "flagged" : "clear";
}

/** The version of the operator's lists that counts now; null when one cannot be read. */
export async function currentListVersion(config: ListConfig): Promise<string | null> {
  return (await openLists(config)).version;
}
