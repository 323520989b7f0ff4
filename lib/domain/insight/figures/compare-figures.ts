import { type Db, transaction } from "@/db/client";
import { modes } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { countedFor, type Figure, type FigureOwner, figuresOf, PLATFORM } from "./recounts";

/** A place of a counter's table whose counters are not what a recount says. */
export interface Difference extends FigureOwner {
  /** The counters' table. */
  readonly figure: string;
  /** The row without its stripe, as JSON. */
  readonly place: string;
}

/** Beyond it differences of one table are not told apart. */
const MOST_TOLD = 100;

/** Every business and mode behind `after`, in order, and at last the platform in each mode. */
export async function listFigureOwners(db: Db, after: FigureOwner | null): Promise<FigureOwner[]> {
  const merchants = await db<{ id: string }[]>`
    select id from merchants where id >= ${after?.merchantId ?? ""} order by id`;
  const owners = [...merchants, { id: PLATFORM }].flatMap(({ id }) =>
    modes.map((mode) => ({ merchantId: id, mode })),
  );
  const place = owners.findIndex(
    ({ merchantId, mode }) => merchantId === after?.merchantId && mode === after.mode,
  );
  return owners.slice(place + 1);
}

/**
 * Compares the counters of an owner with a recount. Both are read from one snapshot, so that payments
 * may settle meanwhile.
 * @returns at most 100 differences of each table
 */
export async function compareFigures(
  { db }: Pick<Context, "db">,
  owner: FigureOwner,
): Promise<Difference[]> {
  return transaction(db, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    const found: Difference[] = [];
    for (const figure of figuresOf(owner)) {
      const rows = await findDifferences(tx, figure, owner);
      found.push(...rows.map(({ place }) => ({ ...owner, figure: figure.table, place })));
    }
    return found;
  });
}

function findDifferences(db: Db, figure: Figure, owner: FigureOwner) {
  const { table, place, counters, bounds = {} } = figure;
  const columns = db.unsafe(place.join(", "));
  const sums = db.unsafe(
    [
      ...counters.map((name) => ["sum", name]),
      ...Object.entries(bounds).map(([name, of]) => [of, name]),
    ]
      .map(([of, name]) => `${of}(${name}) as ${name}`)
      .join(", "),
  );
  const names = [...counters, ...Object.keys(bounds)];
  const values = (alias: string) =>
    db.unsafe(names.map((name) => `coalesce(${alias}.${name}, 0)`).join(", "));
  return db<{ place: string }[]>`
    select json_build_object(${db.unsafe(place.map((name) => `'${name}', ${name}`).join(", "))})::text
      as place
    from (select ${columns}, ${sums} from ${db(table)} where ${countedFor(db, owner)} group by ${columns}) k
    full join (${figure.recount(db, owner)}) r using (${columns})
    where (${values("k")}) is distinct from (${values("r")})
    order by 1 limit ${MOST_TOLD}`;
}
