import { addressOf, type Token } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex, refOf } from "@/lib/core/chain/hex";
import type { ChainSettlement } from "./chain-settlements";
import type { Evidence } from "./evidence";
import { groupBy, type Invariant } from "./invariant";

type TransactionRow = Evidence["rows"]["transactions"][number];

const written = (log: ChainSettlement) =>
  [log.deploymentId, log.paymentId, log.block, log.blockHash, log.txHash, log.logIndex, log.payer]
    .concat([log.token, log.payout, log.ref, log.amount.toString(), log.fee.toString()])
    .join(" ");

const writtenRow = (row: TransactionRow) =>
  [row.deploymentId, row.paymentId, row.blockNumber, row.blockHash, row.txHash, row.logIndex]
    .concat([
      row.fromAddress,
      row.tokenAddress,
      row.toAddress,
      row.ref ?? refOf(row.sessionId ?? ""),
    ])
    .concat([row.amount.toString(), row.fee.toString()])
    .join(" ");

/** Settlements of merchants that have a row, as the indexer has to find them. */
function expectedOf({ rows, chain }: Evidence): ChainSettlement[] {
  const known = new Set(
    rows.registrations.map((row) => `${row.deploymentId} ${row.chainMerchantId}`),
  );
  return chain.settlements.filter((log) => known.has(`${log.deploymentId} ${log.merchantId}`));
}

export const chainInvariants: Invariant[] = [
  {
    name: "transactions are the chain's settlements: none missing, phantom or double",
    violations: (evidence) => {
      const expected = new Set(expectedOf(evidence).map(written));
      const rows = evidence.rows.transactions.filter(
        ({ status, type }) => status !== "reorged" && type !== "refund",
      );
      const found = new Set(rows.map(writtenRow));
      const double = rows.length - found.size;
      return [
        ...[...expected].filter((text) => !found.has(text)).map((text) => `missing: ${text}`),
        ...[...found].filter((text) => !expected.has(text)).map((text) => `phantom: ${text}`),
        ...(double > 0 ? [`${double} are double`] : []),
      ];
    },
  },
  {
    name: "what is kept of the chain are its events, each once",
    violations: (evidence) => {
      const place = (block: bigint, index: number, of: string) => `${block} ${index} ${of}`;
      const kept = evidence.rows.chainEvents
        .filter(({ kind }) => kind === "processor")
        .map((row) => place(row.blockNumber, row.logIndex, row.deploymentId));
      const { settlements, platformLogs } = evidence.chain;
      const logs = [...settlements, ...platformLogs].map((log) =>
        place(log.block, log.logIndex, log.deploymentId),
      );
      return [
        ...logs.filter((text) => !kept.includes(text)).map((text) => `missing: ${text}`),
        ...kept.filter((text) => !logs.includes(text)).map((text) => `phantom: ${text}`),
      ];
    },
  },
  {
    name: "every settlement is confirmed, and nothing else is",
    violations: ({ rows, chain }) => {
      const moved = [...chain.settlements, ...chain.refunds];
      const onChain = new Set<string>(moved.map(({ txHash }) => txHash));
      const [cursor] = rows.cursors;
      return rows.transactions.flatMap(({ id, status, txHash, blockNumber, paymentException }) => {
        if (status === "reorged") return onChain.has(txHash) ? [`${id} is reorged, but mined`] : [];
        if (status === "pending") return [`${id} is still pending (${paymentException})`];
        const isFinal = cursor !== undefined && blockNumber <= cursor.finalizedNumber;
        return isFinal ? [] : [`${id} is confirmed above the final block`];
      });
    },
  },
  {
    name: "sessions, transactions and submissions agree",
    violations: ({ rows, ledger }) => {
      const paid = rows.transactions.filter(
        (row) =>
          row.type === "payment" &&
          row.status === "confirmed" &&
          row.paymentException === "none" &&
          row.sessionId,
      );
      const bySession = groupBy(paid, ({ sessionId }) => sessionId ?? "");
      const byId = new Map(rows.transactions.map((row) => [row.id, row]));
      const gone = goneForGood(rows, ledger);
      return [
        ...rows.sessions.flatMap(({ id, status, amount, tokenAddress }) => {
          const settled = bySession.get(id) ?? [];
          const isPaid = (status === "confirmed" || status === "refunded") && !gone.has(id);
          if (settled.length !== (isPaid ? 1 : 0)) {
            return [`${id} is ${status} with ${settled.length} good payments`];
          }
          const isSame = settled.every(
            (row) => row.amount === amount && row.tokenAddress === tokenAddress,
          );
          return isSame ? [] : [`${id} was confirmed by another amount or token`];
        }),
        ...rows.submissions.flatMap((row) => {
          if (row.state !== "confirmed" && row.state !== "superseded") return [];
          const settled = byId.get(row.transactionId ?? "");
          const agrees = settled?.paymentId === row.paymentId && settled.txHash === row.txHash;
          return agrees ? [] : [`${row.idempotencyKey} points at ${row.transactionId}`];
        }),
        ...[...ledger.closed.keys()].flatMap((id) => {
          const status = rows.sessions.find((row) => row.id === id)?.status;
          const isClosed = status === "cancelled" || status === "expired" || status === "confirmed";
          return isClosed ? [] : [`${id} was said to be closed and is ${status}`];
        }),
      ];
    },
  },
  {
    name: "money is conserved: what payers lost, merchants and the fee account have",
    violations: conservation,
  },
];

/**
 * Sessions that were told to be paid, by a transaction that the chain has lost and that nobody sends
 * again: they stay confirmed without a payment.
 */
function goneForGood({ transactions }: Evidence["rows"], { sentOnce }: Evidence["ledger"]) {
  const isBack = (sessionId: string | null) =>
    transactions.some((row) => row.sessionId === sessionId && row.status === "confirmed");
  const lost = transactions.filter(
    (row) =>
      row.status === "reorged" &&
      row.paymentException === "reverted" &&
      sentOnce.has(row.txHash) &&
      !isBack(row.sessionId),
  );
  return new Set(lost.map(({ sessionId }) => sessionId));
}

/** A token in a processor, which the deployments of both modes share. */
interface Pot {
  readonly processor: Address;
  readonly token: Token;
  readonly deploymentIds: string[];
}

function potsOf({ deployments }: Evidence["chains"]): Pot[] {
  const pots = new Map<string, Pot>();
  for (const deployment of deployments) {
    const processor = addressOf(deployment, "processor");
    for (const token of Object.values(deployment.tokens)) {
      const key = `${processor} ${token.address}`;
      const pot = pots.get(key) ?? { processor, token, deploymentIds: [] };
      pot.deploymentIds.push(deployment.id);
      pots.set(key, pot);
    }
  }
  return [...pots.values()];
}

async function conservation({ rows, chain, chains }: Evidence): Promise<string[]> {
  const found = await Promise.all(
    potsOf(chains).map(async ({ processor, token, deploymentIds }) => {
      const moves = chain.transfers.filter((move) => move.token === token.address);
      const debits = sum(moves.filter(({ to }) => to === processor).map(({ value }) => value));
      const credits = sum(moves.filter(({ from }) => from === processor).map(({ value }) => value));
      const held = await chain.balanceOf(token.address, processor);
      const booked = rows.transactions.filter(
        (row) =>
          deploymentIds.includes(row.deploymentId) &&
          row.type !== "refund" &&
          lowerHex(row.tokenAddress) === token.address &&
          row.status === "confirmed",
      );
      const name = token.currency;
      const gross = sum(booked.map(({ amount }) => amount));
      const net = sum(booked.map(({ netAmount }) => netAmount));
      const fees = sum(booked.map(({ fee }) => fee));
      return [
        ...(debits === credits + held ? [] : [`${name}: ${debits} ≠ ${credits} + ${held}`]),
        ...(gross === debits ? [] : [`${name}: booked ${gross} of ${debits}`]),
        ...(net === credits ? [] : [`${name}: booked net ${net} of ${credits}`]),
        ...(fees === held ? [] : [`${name}: booked fees ${fees} of ${held}`]),
      ];
    }),
  );
  return found.flat();
}

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);
