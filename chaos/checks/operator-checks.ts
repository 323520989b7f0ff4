import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sql } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { Evidence } from "./evidence";
import type { Finding, Invariant } from "./invariant";

const DAY_SECONDS = 86_400;

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
    violations: (evidence) =>
      operated(evidence).flatMap(({ where, calls, events }) => {
        const fees = calls
          .filter(({ kind }) => kind === "set_fee")
          .map(({ feeBps }) => `${feeBps}`);
        const names: readonly string[] = Object.values(statusEvents);
        return [
          ...compare(
            `fee ${where}`,
            fees,
            events.flatMap(({ fee }) => (fee ? [`${fee.nextFeeBps ?? fee.feeBps}`] : [])),
          ),
          ...compare(
            `status ${where}`,
            calls.flatMap(statusEventOf),
            events.flatMap(({ name }) => (names.includes(name) ? [name] : [])),
          ),
        ];
      }),
  },
  {
    name: "merchants' rows follow the registry: what was wanted last is so",
    violations: (evidence) =>
      operated(evidence).flatMap(({ where, calls, events, row }) => {
        const said = events.findLast(({ fee }) => fee)?.fee;
        const nextFeeAt = row?.nextFeeAt ? row.nextFeeAt.getTime() / 1000 : null;
        const found = row && { feeBps: row.feeBps, nextFeeBps: row.nextFeeBps, nextFeeAt };
        const status = calls.findLast((call) => statusEventOf(call).length > 0)?.kind;
        const wantedStatus = status === "suspend" ? "suspended" : "active";
        const [row1, chain1] = [JSON.stringify(found), JSON.stringify(said)];
        return [
          ...(row1 === chain1 ? [] : [`fee ${where}: ${row1}, the registry says ${chain1}`]),
          ...(row?.status === wantedStatus
            ? []
            : [`status ${where}: ${row?.status}, not ${wantedStatus}`]),
        ];
      }),
  },
  {
    name: "registries were asked for raises, and announced each for a day later",
    violations: (evidence) => {
      const announced = operated(evidence).flatMap(({ events }) =>
        events.filter(({ name }) => name === "FeeRaiseAnnounced"),
      );
      const other = announced.filter(({ fee, time }) => fee?.nextFeeAt !== time + DAY_SECONDS);
      return [
        ...(announced.length > 0 ? [] : ["none was announced"]),
        ...other.map(({ time, fee }) => `announced at ${time} for ${fee?.nextFeeAt}`),
      ];
    },
  },
];

/** The merchant that takes no payments, in each registry that operators want something of. */
function operated({ rows, chain, chains, idle }: Evidence) {
  return idle.deploymentIds.map((deploymentId) => {
    const row = rows.registrations.find(
      (one) => one.merchantId === idle.merchantId && one.deploymentId === deploymentId,
    );
    return {
      where: `in ${deploymentById(chains, deploymentId).mode} mode`,
      row,
      calls: rows.operatorCalls.filter(
        (call) => call.merchantId === idle.merchantId && call.deploymentId === deploymentId,
      ),
      events: chain.registryEvents.filter(
        (event) => event.deploymentId === deploymentId && event.merchantId === row?.chainMerchantId,
      ),
    };
  });
}

function statusEventOf({ kind }: Call): string[] {
  return kind === "suspend" || kind === "reactivate" ? [statusEvents[kind]] : [];
}

/**
 * Looks for secrets in everything that the workers printed and in every row of the database.
 * @param secrets by what they are
 */
export async function findLeaks(
  db: Sql,
  logFolder: string,
  secrets: ReadonlyMap<string, string>,
): Promise<Finding> {
  const leaks = new Set<string>();
  const scan = (place: string, text: string) => {
    for (const [name, secret] of secrets) {
      if (secret !== "" && text.includes(secret)) leaks.add(`${name} in ${place}`);
    }
  };
  for (const name of readdirSync(logFolder).filter((file) => file.endsWith(".log"))) {
    const lines = createInterface({ input: createReadStream(join(logFolder, name)) });
    for await (const line of lines) scan(name, line);
  }
  const tables = await db<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  for (const { schema, name } of tables) {
    const rows = await db<{ row: string }[]>`
      select t::text as row from ${db(schema)}.${db(name)} t`;
    for (const { row } of rows) scan(`table ${name}`, row);
  }
  return { name: "no secret is in a log or a row", violations: [...leaks] };
}
