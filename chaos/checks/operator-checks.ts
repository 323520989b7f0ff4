import type { Evidence } from "./evidence";
import type { Invariant } from "./invariant";

type Call = Evidence["rows"]["operatorCalls"][number];

const statusEvents = {
  suspend: "MerchantSuspended",
  reactivate: "MerchantReactivated",
} as const;

/** A client that got no answer asks again: what is wanted twice in a row changes nothing the second time. */
const withoutRepetitions = (wanted: readonly string[]) =>
  wanted.filter((one, at) => one !== wanted[at - 1]);

function compare(name: string, wanted: readonly string[], found: readonly string[]): string[] {
  const expected = withoutRepetitions(wanted);
  if (expected.join() === found.join()) return [];
  return [`${name}: wanted ${expected.join(", ")}; the chain has ${found.join(", ")}`];
}

/** Held against what operators wanted of the merchant that takes no payments. */
export const operatorInvariants: Invariant[] = [
  {
    name: "every call that an operator wanted is done",
    violations: ({ rows }) =>
      rows.operatorCalls
        .filter(({ state }) => state !== "done")
        .map(({ id, kind, state, failure }) => `${id} (${kind}) is ${state}: ${failure}`),
  },
  {
    name: "each wanted call had one effect, in the order in which they were wanted",
    violations: ({ rows, chain, idle }) => {
      const calls = rows.operatorCalls.filter(({ merchantId }) => merchantId === idle.merchantId);
      const events = chain.registryEvents.filter(
        (event) =>
          event.deploymentId === idle.deploymentId && event.merchantId === idle.chainMerchantId,
      );
      const fees = calls.filter(({ kind }) => kind === "set_fee").map(({ feeBps }) => `${feeBps}`);
      const statuses = calls.flatMap(statusEventOf);
      const names: readonly string[] = Object.values(statusEvents);
      return [
        ...compare(
          "fee",
          fees,
          events.flatMap(({ name, feeBps }) => (name === "FeeUpdated" ? [`${feeBps}`] : [])),
        ),
        ...compare(
          "status",
          statuses,
          events.flatMap(({ name }) => (names.includes(name) ? [name] : [])),
        ),
      ];
    },
  },
  {
    name: "merchants' rows follow the registry: what was wanted last is so",
    violations: ({ rows, idle }) => {
      const calls = rows.operatorCalls.filter(({ merchantId }) => merchantId === idle.merchantId);
      const row = rows.registrations.find(
        ({ merchantId, deploymentId }) =>
          merchantId === idle.merchantId && deploymentId === idle.deploymentId,
      );
      const fee = calls.findLast(({ kind }) => kind === "set_fee")?.feeBps;
      const status = calls.findLast((call) => statusEventOf(call).length > 0)?.kind;
      const wantedStatus = status === "suspend" ? "suspended" : "active";
      return [
        ...(fee === undefined || row?.feeBps === fee ? [] : [`fee ${row?.feeBps}, not ${fee}`]),
        ...(row?.status === wantedStatus ? [] : [`status ${row?.status}, not ${wantedStatus}`]),
      ];
    },
  },
];

function statusEventOf({ kind }: Call): string[] {
  return kind === "suspend" || kind === "reactivate" ? [statusEvents[kind]] : [];
}
