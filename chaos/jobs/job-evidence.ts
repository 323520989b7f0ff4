import { decodeFunctionResult, encodeFunctionData, parseEventLogs, type RpcLog } from "viem";
import type { Venue } from "@/chaos/renewals/enrol-all";
import { persistently } from "@/chaos/rig/persistently";
import type { Sql } from "@/db/client";
import { agentTreasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { jobEscrowAbi } from "@/lib/adapters/chain/abi/job-escrow";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import type { JobRow } from "@/lib/domain/agents/jobs/job-rows";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { type Buyer, vendorOf } from "./found-treasuries";
import { jobKinds } from "./job-kinds";
import { readJobs } from "./live-a-round";

/** A job that a treasury opened, as the chain has it. Amounts in the token's smallest unit. */
export interface OpenedJob {
  readonly treasury: Address;
  readonly proposalId: Bytes32;
  readonly chainJobId: bigint;
  readonly vendor: Address;
  readonly amount: bigint;
  readonly cents: bigint;
  /** The policy alone allowed it. */
  readonly isByPolicy: boolean;
  /** Of its block, Unix seconds. */
  readonly time: number;
  /** Where the escrow has it. */
  readonly status: string;
  readonly escrowed: bigint;
  /** What reached the vendor, each time. */
  readonly paid: readonly bigint[];
  /** What went back to the treasury, each time. */
  readonly refunded: readonly bigint[];
  /** How often the token refused its money. */
  readonly held: number;
}

interface Booked {
  readonly amount: bigint;
  readonly amountRefunded: bigint;
  readonly netAmount: bigint;
  readonly fee: bigint;
  readonly status: string;
  readonly merchantId: string;
  readonly ref: string;
}

/** What is known when a run has come to rest. */
export interface JobEvidence {
  readonly buyers: readonly Buyer[];
  readonly jobs: readonly JobRow[];
  readonly opened: readonly OpenedJob[];
  readonly rows: {
    readonly transactions: readonly Booked[];
    readonly events: readonly { type: string; resourceId: string; sequence: number }[];
    readonly mails: readonly { kind: string; dedupeKey: string }[];
    readonly activity: readonly { action: string; resourceId: string }[];
    readonly releases: readonly { jobId: string; kind: string; state: string }[];
  };
  /** Of the token, by account: treasuries, vendors and the escrow. */
  readonly balances: ReadonlyMap<Address, bigint>;
  readonly escrow: Address;
  readonly complaints: readonly string[];
}

export async function readJobEvidence(
  db: Sql,
  request: JsonRpc,
  { buyers, venue, complaints }: Pick<JobEvidence, "buyers" | "complaints"> & { venue: Venue },
): Promise<JobEvidence> {
  const escrow = lowerHex(addressOf(venue.deployment, "escrow"));
  const accounts = [
    escrow,
    ...buyers.map(({ treasury }) => treasury),
    ...jobKinds.map((kind) => vendorOf(kind).address),
  ];
  const balances = new Map<Address, bigint>();
  for (const one of accounts) balances.set(one, await balanceOf(request, venue.token.address, one));
  return {
    buyers,
    complaints,
    escrow,
    balances,
    jobs: await readJobs(db),
    rows: await persistently(() => readRows(db)),
    opened: await readOpened(request, escrow, buyers),
  };
}

async function readRows(db: Sql): Promise<JobEvidence["rows"]> {
  return {
    transactions: await db`
      select amount, amount_refunded, net_amount, fee, status, merchant_id, ref
      from transactions where type = 'agent_job'`,
    events: await db`
      select type, resource_id, sequence from events where resource_type = 'agent_job'
      order by resource_id, sequence`,
    mails: await db`select kind, dedupe_key from mails where kind like 'agent_job%'`,
    activity: await db`
      select action, resource_id from agent_activity where resource_type = 'agent_job'`,
    releases: await db`select job_id, kind, state from agent_job_releases`,
  };
}

async function balanceOf(request: JsonRpc, token: Address, one: Address): Promise<bigint> {
  const abi = fiatTokenAbi;
  const data = encodeFunctionData({ abi, functionName: "balanceOf", args: [one] });
  return BigInt(await request<string>("eth_call", [{ to: token, data }, "latest"]));
}

/** In the order of the contract. */
const statuses = ["open", "funded", "submitted", "completed", "rejected", "expired"];

async function readOpened(
  request: JsonRpc,
  escrow: Address,
  buyers: readonly Buyer[],
): Promise<OpenedJob[]> {
  const range = { fromBlock: "0x0", toBlock: "latest" };
  const address = buyers.map(({ treasury }) => treasury);
  const logs = await request<RpcLog[]>("eth_getLogs", [{ ...range, address }]);
  const said = await request<RpcLog[]>("eth_getLogs", [{ ...range, address: escrow }]);
  const money = parseEventLogs({
    abi: jobEscrowAbi,
    eventName: ["PaymentReleased", "Refunded", "PaymentHeld"],
    logs: said,
  });
  const opened = parseEventLogs({ abi: agentTreasuryAbi, eventName: "JobOpened", logs });
  return Promise.all(
    opened.map(async ({ args, address: treasury, blockNumber }): Promise<OpenedJob> => {
      const block = await request<{ timestamp: string }>("eth_getBlockByNumber", [
        `0x${blockNumber.toString(16)}`,
        false,
      ]);
      const amounts = (name: string) =>
        money
          .filter(({ eventName, args: of }) => eventName === name && of.jobId === args.jobId)
          .map(({ args: of }) => of.amount);
      return {
        treasury: lowerHex(treasury),
        proposalId: args.proposalId,
        chainJobId: args.jobId,
        vendor: lowerHex(args.vendor),
        amount: args.amount,
        cents: args.cents,
        isByPolicy: args.approvedBy === zeroAddress,
        time: Number(block.timestamp),
        ...(await readStored(request, escrow, args.jobId)),
        paid: amounts("PaymentReleased"),
        refunded: amounts("Refunded"),
        held: amounts("PaymentHeld").length,
      };
    }),
  );
}

async function readStored(request: JsonRpc, escrow: Address, jobId: bigint) {
  const abi = jobEscrowAbi;
  const call = encodeFunctionData({ abi, functionName: "getJob", args: [jobId] });
  const data = await request<Hex>("eth_call", [{ to: escrow, data: call }, "latest"]);
  const { status, escrowed } = decodeFunctionResult({ abi, functionName: "getJob", data });
  return { status: statuses[status - 1] ?? "none", escrowed };
}
