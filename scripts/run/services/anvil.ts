import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { choosePort } from "./choose-port";
import { connectJsonRpc, type JsonRpc } from "./json-rpc";
import { isRunning, stopOnExit } from "./stop-on-exit";

/** The chain id of every local chain. */
export const LOCAL_CHAIN_ID = 31337;

const START_MS = 30_000;

/** A running anvil that mines only when told to. */
export interface Anvil {
  child: ChildProcess;
  port: number;
  rpcUrl: string;
  request: JsonRpc;
}

/**
 * Path of the native anvil that npm installed for this platform.
 * The npm command is only a wrapper: killing it would leave the chain running.
 */
export function findAnvil(): string {
  const platform = process.platform === "win32" ? "win32" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/anvil-${platform}-${architecture}`;
  try {
    const outer = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
    const inner = createRequire(outer).resolve(`${name}/package.json`);
    return join(dirname(inner), "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
  } catch {
    throw new Error(`npm has no local chain for this system (${name}): use TEST_RPC_URLS instead`);
  }
}

/**
 * Starts anvil on 127.0.0.1 with chain id 31337, no automatic mining, `safe` one and `finalized` two blocks behind the head.
 * @param options.port 0 takes a free one
 * @param options.folder Its working folder, where it also keeps what it moves out of memory
 * @param options.statePath A state dump (JSON) to continue from
 * @throws Error when the port is taken
 */
export async function startAnvil(options: {
  port: number;
  folder: string;
  statePath?: string | undefined;
  /** The time of the genesis block; now by default. */
  startsAt?: Date | null | undefined;
  /** Not 31337 for a node of another chain. */
  chainId?: number;
}): Promise<Anvil> {
  const port = await choosePort(options.port, "the local chain");
  const settings = {
    "--host": "127.0.0.1",
    "--port": port,
    "--chain-id": options.chainId ?? LOCAL_CHAIN_ID,
    "--slots-in-an-epoch": 1,
    "--cache-path": options.folder,
    ...(options.startsAt ? { "--timestamp": Math.floor(options.startsAt.getTime() / 1_000) } : {}),
    ...(options.statePath ? { "--load-state": options.statePath } : {}),
  };
  const child = spawn(
    findAnvil(),
    ["--no-mining", "--quiet", ...Object.entries(settings).flat().map(String)],
    { cwd: options.folder, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  stopOnExit(child, "SIGTERM");
  let complaint = "";
  child.once("error", (error) => {
    complaint = error.message;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const request = connectJsonRpc(rpcUrl);
  if (await answers(request, child)) return { child, port, rpcUrl, request };
  child.kill("SIGKILL");
  throw new Error(`The local chain did not start: ${complaint || "it does not answer"}`);
}

async function answers(request: JsonRpc, child: ChildProcess): Promise<boolean> {
  const giveUpAt = Date.now() + START_MS;
  while (isRunning(child) && Date.now() < giveUpAt) {
    if (await request("eth_chainId").then(Boolean, () => false)) return true;
    await sleep(10);
  }
  return false;
}
