import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const NEWEST = "state.json.gz";
const PREVIOUS = "state.previous.json.gz";
const UNPACKED = "state.json";

/**
 * Writes a state dump (gzipped JSON) and keeps the one before it.
 * It is complete on disk before it takes its name, so a kill at any moment leaves at least one that can be read.
 */
export function saveChainState(folder: string, dump: Buffer): void {
  const draft = join(folder, "state.new");
  const file = openSync(draft, "w");
  writeFileSync(file, dump);
  fsyncSync(file);
  closeSync(file);
  if (existsSync(join(folder, NEWEST))) renameSync(join(folder, NEWEST), join(folder, PREVIOUS));
  renameSync(draft, join(folder, NEWEST));
}

/**
 * Unpacks the newest state dump in `folder` that can be read and returns the path of its JSON.
 * A damaged one is put aside as `*.damaged`. No dump at all: undefined, the chain starts at its genesis.
 * @throws Error when there are dumps but none can be read, rather than starting a new chain in silence
 */
export function unpackChainState(
  folder: string,
  log: (message: string) => void,
): string | undefined {
  const found = [NEWEST, PREVIOUS].filter((name) => existsSync(join(folder, name)));
  for (const [damaged, name] of found.entries()) {
    const json = readDump(join(folder, name));
    if (!json) continue;
    for (const other of found.slice(0, damaged)) {
      log(`${other} is damaged: going on from ${name}`);
      renameSync(join(folder, other), join(folder, `${other}.damaged`));
    }
    const path = join(folder, UNPACKED);
    writeFileSync(path, json);
    return path;
  }
  if (found.length === 0) return undefined;
  throw new Error(`No state of the local chain in ${folder} can be read: start over with --reset`);
}

/** Once the chain has read it, the unpacked file is of no use. */
export function removeUnpackedState(folder: string): void {
  rmSync(join(folder, UNPACKED), { force: true });
}

interface Dump {
  blocks: { header: { number: string; timestamp: string } }[];
}

function readDump(path: string): string | undefined {
  try {
    return JSON.stringify(withOneGenesis(JSON.parse(gunzipSync(readFileSync(path)).toString())));
  } catch {
    return undefined;
  }
}

/**
 * Anvil makes a genesis block at each start and dumps it beside the one that it read; at the next start
 * chance would decide which of them is block 0. The chain's own is the oldest.
 */
function withOneGenesis(dump: Dump): Dump {
  const isGenesis = ({ header }: Dump["blocks"][number]) => Number(header.number) === 0;
  const [oldest] = dump.blocks
    .filter(isGenesis)
    .sort((one, other) => Number(one.header.timestamp) - Number(other.header.timestamp));
  return { ...dump, blocks: dump.blocks.filter((block) => block === oldest || !isGenesis(block)) };
}
