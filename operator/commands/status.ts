import { z } from "zod";
import { listHeld } from "@/lib/domain/operations/holds/list-held";
import {
  type ChainStatus,
  readChainStatus,
  readWalletStatus,
  type WalletStatus,
} from "@/lib/domain/operations/read-chain-status";
import {
  readWorkStatus,
  type Waiting,
  type WorkStatus,
} from "@/lib/domain/operations/read-work-status";
import {
  type RetentionProgress,
  readRetention,
} from "@/lib/domain/operations/retention/retention-progress";
import { defineCommand } from "@/operator/command";
import { ago, ether, gwei, orUnknown, table } from "@/operator/wording";

const help = `Shows on one screen how far each chain is read, the balances and open transactions of the relay wallets, and the waiting work: submissions, signed refunds, held payments, webhooks, jobs. Start here when something is wrong; the
runbook in docs/operations/symptoms.md says what each line means and which command repairs it. The command asks the nodes now, for at most two seconds; missing answers are shown as “unknown”.`;

export const status = defineCommand({
  name: "status",
  summary: "show chains, wallets, submissions and waiting work on one screen",
  help,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const { all } = await desk.chains();
    const [chains, wallets, work, retention, held] = await Promise.all([
      readChainStatus(desk.db, all),
      readWalletStatus(desk.db, all),
      readWorkStatus(desk.db, desk.config),
      readRetention(desk.db),
      listHeld(desk.db),
    ]);
    const undecided = held.filter(({ decision }) => decision === null).length;
    return {
      data: { chains, wallets, ...work, retention, held: undecided },
      lines: [
        ...chainLines(chains),
        "",
        ...walletLines(wallets),
        "",
        ...workLines(work),
        "",
        `Held by screening, undecided: ${undecided}${undecided > 0 ? " (see screening)" : ""}.`,
        retentionLine(retention),
      ],
    };
  },
});

function chainLines(chains: readonly ChainStatus[]): string[] {
  const rows = chains.map((chain) => [
    `${chain.chainId} ${chain.label}`,
    orUnknown(chain.read),
    orUnknown(chain.head),
    orUnknown(chain.final),
    ago(chain.finalAt),
    gwei(chain.baseFee),
    chain.haltedReason !== null ? "HALTED" : chain.doubtSince ? "IN DOUBT" : "yes",
  ]);
  const halted = chains.flatMap(({ chainId, haltedReason }) =>
    haltedReason === null ? [] : [`Chain ${chainId} is halted: ${haltedReason}`],
  );
  const head = ["chain", "read", "head", "final", "final block", "base fee", "goes on"];
  return [...table([head, ...rows]), ...halted];
}

function walletLines(wallets: readonly WalletStatus[]): string[] {
  if (wallets.length === 0) return ["No relay wallet has been used yet."];
  const rows = wallets.map((wallet) => [
    `${wallet.chainId} ${wallet.address}`,
    ether(wallet.balance),
    String(wallet.nextNonce),
    orUnknown(wallet.chainNonce),
    `${wallet.signed} / ${wallet.inFlight} / ${wallet.mined}`,
    wallet.oldestAt ? ago(wallet.oldestAt) : "none",
  ]);
  const head = [
    "wallet",
    "balance",
    "next nonce",
    "on chain",
    "signed / in flight / mined",
    "oldest unmined",
  ];
  return table([head, ...rows]);
}

function workLines({ submissions, ...waiting }: WorkStatus): string[] {
  const states = submissions.map(({ chainId, state, count, oldestAt, oldestId }) => [
    `${chainId} ${state}`,
    String(count),
    ago(oldestAt),
    oldestId,
  ]);
  const queues = Object.entries(waiting).flatMap(([name, of]: [string, Waiting | null]) =>
    of === null ? [] : [[name, String(of.due), of.due > 0 ? ago(of.since) : ""]],
  );
  const open = states.length > 0 ? states : [["none", "", "", ""]];
  return [
    ...table([["open submissions", "count", "oldest", ""], ...open]),
    "",
    ...table([["waiting", "due", "since"], ...queues]),
  ];
}

/** A kind that is never finished is what matters. */
function retentionLine(kinds: readonly RetentionProgress[]): string {
  const [oldest] = [...kinds].sort(
    (a, b) => (a.finishedAt?.getTime() ?? 0) - (b.finishedAt?.getTime() ?? 0),
  );
  if (!oldest) return "Old rows have not been removed yet.";
  return `Old rows were removed last: ${oldest.name} ${ago(oldest.finishedAt)}, the others since.`;
}
