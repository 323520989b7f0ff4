import type { Evidence } from "./evidence";
import { groupBy, type Invariant } from "./invariant";

const settledStates = ["confirmed", "superseded"];
const deadStates = ["failed", "expired"];

type Submission = Evidence["rows"]["submissions"][number];

const settlementKey = (deploymentId: string, paymentId: string) => `${deploymentId} ${paymentId}`;
const nameOf = ({ idempotencyKey, state }: Submission) => `${idempotencyKey} (${state})`;

/** From `first` up to, not including, `end`. */
const range = (first: bigint, end: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(end - first)) }, (_, at) => first + BigInt(at));

/** Held against rows and chain when everything has come to rest. */
export const relayInvariants: Invariant[] = [
  {
    name: "every accepted payment is stored, and settled at most once",
    violations: ({ ledger, rows, chain }) => {
      const known = new Set(rows.submissions.map(({ id }) => id));
      const lost = [...ledger.accepted].filter(([, { id }]) => !known.has(id));
      const settled = groupBy(chain.settlements, ({ deploymentId, paymentId }) =>
        settlementKey(deploymentId, paymentId),
      );
      const twice = [...settled].filter(([, logs]) => logs.length > 1);
      return [
        ...lost.map(([name, { id }]) => `${name}: ${id} has no row`),
        ...twice.map(([key, logs]) => `${key} settled ${logs.length} times`),
      ];
    },
  },
  {
    name: "a submission says confirmed exactly when the chain has its settlement",
    violations: ({ rows, chain }) => {
      const settled = new Set(
        chain.settlements.map((log) => settlementKey(log.deploymentId, log.paymentId)),
      );
      return rows.submissions.flatMap((row) => {
        const isSettled = settled.has(settlementKey(row.deploymentId, row.paymentId));
        const saysSo = settledStates.includes(row.state);
        if (saysSo && !isSettled) return [`${nameOf(row)} is not on the chain`];
        // What was refused before it was signed for may still be settled by whoever holds it.
        if (!saysSo && isSettled && row.state !== "rejected")
          return [`${nameOf(row)} is on the chain`];
        return [];
      });
    },
  },
  {
    name: "no submission stays open",
    violations: ({ rows }) =>
      rows.submissions
        .filter(({ state }) => ![...settledStates, ...deadStates, "rejected"].includes(state))
        .map((row) => `${nameOf(row)} ${row.failureCode ?? ""}`),
  },
  {
    name: "each wallet's nonces are contiguous and end where the chain is",
    violations: async ({ rows, chain, foreign }) => {
      const found = await Promise.all(
        rows.wallets.map(async ({ address, nextNonce }) => {
          const foreignNonces = chain.transactions
            .filter(({ hash, from }) => foreign.has(hash) && from === address)
            .map(({ nonce }) => nonce);
          // A foreign transaction may have come last: nobody has needed the next nonce since.
          const strangers = foreignNonces.filter((nonce) => nonce >= nextNonce);
          const count = (await chain.transactionCount(address)) - BigInt(strangers.length);
          const slots = rows.batches.filter(({ wallet }) => wallet === address);
          // One that a foreign transaction used before it was signed for has no slot.
          const known = new Set([...slots.map(({ nonce }) => nonce), ...foreignNonces]);
          const first = slots[0]?.nonce ?? nextNonce;
          const gaps = range(first, nextNonce).filter((nonce) => !known.has(nonce));
          const beyond = slots.filter(({ nonce }) => nonce >= nextNonce);
          const shared = [...groupBy(slots, ({ nonce }) => `${nonce}`)].filter(
            ([, ofNonce]) => ofNonce.length > 1,
          );
          return [
            ...shared.map(
              ([nonce, ofNonce]) => `${address}: nonce ${nonce} has ${ofNonce.length} slots`,
            ),
            ...gaps.slice(0, 1).map((nonce) => `${address}: nothing is known of nonce ${nonce}`),
            ...beyond.map(
              ({ nonce }) => `${address}: nonce ${nonce} has a slot, next is ${nextNonce}`,
            ),
            ...(count === nextNonce
              ? []
              : [`${address}: the chain is at ${count}, not ${nextNonce}`]),
          ];
        }),
      );
      return found.flat();
    },
  },
  {
    name: "every transaction of a relayer was stored, and each nonce was used by the one that is named",
    violations: ({ rows, chain, offered, foreign }) => {
      const stored = new Set(rows.attempts.flatMap(({ raw }) => raw ?? []));
      const hashes = new Set<string>(rows.attempts.map(({ hash }) => hash));
      const relayers = new Set<string>(rows.wallets.map(({ address }) => address));
      const unknown = [...offered].flatMap(([sender, raws]) =>
        relayers.has(sender) ? [...raws].filter((raw) => !stored.has(raw)) : [],
      );
      const mined = chain.transactions.filter(({ from }) => relayers.has(from));
      const byNonce = new Map(mined.map(({ from, nonce, hash }) => [`${from} ${nonce}`, hash]));
      return [
        ...unknown.map((raw) => `sent but never stored: ${raw.slice(0, 40)}…`),
        ...mined
          .filter(({ hash }) => !hashes.has(hash) && !foreign.has(hash))
          .map(({ hash }) => `${hash} is not ours`),
        ...rows.batches.flatMap(({ id, wallet, nonce, state, consumedBy }) => {
          const taken = byNonce.get(`${wallet} ${nonce}`);
          const used = taken && foreign.has(taken) ? null : taken;
          if (state !== "consumed") return [`${id}, nonce ${nonce}, is still ${state}`];
          return consumedBy === used ? [] : [`${id} names ${consumedBy}, the chain has ${used}`];
        }),
      ];
    },
  },
];

/** Looked at before the chain's clock moves past every authorization: failed is a promise. */
export const failedIsDead: Invariant = {
  name: "failed means that the signature can no longer be used",
  violations: async ({ rows, chain }) => {
    const failed = rows.submissions.filter(({ state }) => deadStates.includes(state));
    const found = await Promise.all(
      failed.map(async (row) => {
        if (chain.time >= row.validBefore) return [];
        const isUsed = await chain.isNonceUsed(row.tokenAddress, row.payer, row.authNonce);
        // Nothing was ever signed for one that expired while it waited.
        return isUsed || row.state === "expired" ? [] : [`${nameOf(row)} can still be executed`];
      }),
    );
    return found.flat();
  },
};
