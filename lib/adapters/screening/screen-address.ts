import { parseAbi } from "viem";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Env } from "@/lib/adapters/env/env";
import { metrics } from "@/lib/adapters/metrics/metrics";
import type { Address } from "@/lib/core/chain/hex";
import { emptyList, readScreeningList, type ScreeningList } from "./screening-list";

/** What the lists say about an address. `unavailable` is no answer: money waits, it never passes. */
export interface Screening {
  readonly result: "clear" | "blocked" | "unavailable";
  /** Who was asked, in order: `list`, `chainalysis`, `issuer`. */
  readonly provider: string;
  /** The list file's content hash, or `none`. */
  readonly listVersion: string;
  /** Which of them named the address. */
  readonly matches: readonly string[];
}

interface Question {
  readonly config: Pick<Env, "SCREENING_LIST">;
  readonly chain: Chain;
  readonly address: Address;
  /** Asks the token's issuer as well. */
  readonly token?: Address;
}

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
 * Screens an address against the operator's list, Chainalysis' oracle where the chain has one, and the blocklist of the
 * token where one is named. One match blocks, even if other sources did not answer.
 */
export async function screenAddress(question: Question): Promise<Screening> {
  const { config, chain, address, token } = question;
  const list = await openList(config.SCREENING_LIST);
  const { sanctionsOracle } = chain.preset;
  const asked: [string, Promise<boolean>][] = [["list", verdictOf(list, address)]];
  if (sanctionsOracle) {
    asked.push(["chainalysis", isSanctioned(chain.rpc, sanctionsOracle, address)]);
  }
  if (token) asked.push(["issuer", isBlacklisted(chain.rpc, token, address)]);
  const verdicts = await Promise.allSettled(asked.map(([, verdict]) => verdict));
  const matches = asked.flatMap(([name], index) => {
    const verdict = verdicts[index];
    return verdict?.status === "fulfilled" && verdict.value ? [name] : [];
  });
  const failed = verdicts.some(({ status }) => status === "rejected");
  const result = matches.length > 0 ? "blocked" : failed ? "unavailable" : "clear";
  metrics().screenings.add(1, result);
  return {
    result,
    provider: asked.map(([name]) => name).join(","),
    listVersion: list instanceof Error ? "unreadable" : list.version,
    matches,
  };
}

/** The version of the operator's list that counts now; null when it cannot be read. */
export async function currentListVersion({
  SCREENING_LIST,
}: Pick<Env, "SCREENING_LIST">): Promise<string | null> {
  const list = await openList(SCREENING_LIST);
  return list instanceof Error ? null : list.version;
}

async function openList(path: string | undefined): Promise<ScreeningList | Error> {
  if (path === undefined) return emptyList;
  return readScreeningList(path).catch((error) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}

async function verdictOf(list: ScreeningList | Error, address: Address): Promise<boolean> {
  if (list instanceof Error) throw list;
  return list.has(address);
}
