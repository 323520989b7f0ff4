import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";

/** The logs that are wanted: from one of the addresses, with one of the first topics. */
export interface LogFilter {
  /** `any` where only a log itself tells whether its emitter is ours. */
  readonly addresses: readonly Address[] | "any";
  readonly topics: readonly Bytes32[];
  /** The topics after the first one, where they matter: this one, one of several, or null for any. */
  readonly indexed?: readonly (Bytes32 | readonly Bytes32[] | null)[];
  /** Logs that are wanted besides; they are asked for by themselves. */
  readonly besides?: LogFilter;
}

/** Whether a log is one of those that are wanted. */
export function isWanted(log: ChainLog, filter: LogFilter): boolean {
  return partsOf(filter).some((part) => fits(log, part));
}

/** What is asked for by itself; a part without addresses or topics would give every contract's logs, or all of its own. */
export function partsOf({ besides, ...filter }: LogFilter): LogFilter[] {
  return [filter, ...(besides ? partsOf(besides) : [])].filter(
    ({ addresses, topics }) => addresses.length > 0 && topics.length > 0,
  );
}

function fits(log: ChainLog, { addresses, topics, indexed = [] }: LogFilter): boolean {
  const [topic, ...further] = log.topics;
  if (topic === undefined || !topics.includes(topic)) return false;
  return (
    (addresses === "any" || addresses.includes(log.address)) &&
    indexed.every((word, at) => {
      const given = further[at];
      if (word === null) return true;
      return typeof word === "string"
        ? given === word
        : given !== undefined && word.includes(given);
    })
  );
}
