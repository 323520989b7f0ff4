import { type TransactionSql, transaction } from "@/db/client";
import type { RoundStage } from "@/db/schema/compliance";
import {
  currentListVersion,
  type Screening,
  screenByLists,
} from "@/lib/adapters/screening/screen-address";
import { emptyList } from "@/lib/adapters/screening/screening-list";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { recordScreenings } from "./record-screening";
import { hasMatch } from "./tell-matches";

interface Round {
  readonly listVersion: string;
  readonly stage: RoundStage;
  readonly after: string;
}

/** A wallet that is known, and whose it is. */
interface KnownWallet {
  /** Its place in the order of the stage. */
  readonly place: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  /** The customer, or the merchant and the deployment in which it is paid there. */
  readonly resourceId: string;
}

/** Between two steps of a round, less than the job's minute: a repetition within it does nothing. */
const PAUSE_SECONDS = 50;

/**
 * Screens known payers and payout addresses when a list file has changed, against the files alone, a limited number each
 * minute. Each version of the lists has one round, whose place is stored with what was found. Wallets that a list names
 * are written down and told of; the others leave no row. A later version ends the round of an earlier one.
 * @returns how many wallets were screened
 */
export async function rescreenWallets({
  db,
  config,
}: Pick<Context<SystemActor>, "db" | "config">): Promise<number> {
  const version = await currentListVersion(config);
  if (version === null || version === emptyList.version) return 0;
  return transaction(db, async (tx) => {
    const round = await takeRound(tx, version);
    if (!round) return 0;
    const wallets = await nextWallets(tx, round, config.SCREENING_WALLETS_PER_MINUTE);
    const screened = await Promise.all(
      wallets.map(async (wallet) => ({
        wallet,
        screening: await screenByLists(config, wallet.subject),
      })),
    );
    // A file has changed meanwhile: the next step begins its round.
    if (screened.some(({ screening }) => screening.listVersion !== version)) return 0;
    const matched = screened.filter(hasMatch);
    await recordScreenings(tx, matched.map(recordOf));
    const isOver = wallets.length < config.SCREENING_WALLETS_PER_MINUTE;
    const after = wallets.at(-1)?.place ?? round.after;
    await moveOn(
      tx,
      { ...round, after },
      { screened: wallets.length, matched: matched.length, isOver },
    );
    return wallets.length;
  });
}

const recordOf = ({ wallet, screening }: { wallet: KnownWallet; screening: Screening }) => {
  const { place: _, ...known } = wallet;
  return { ...known, trigger: "list_change", action: "told" as const, screening };
};

/** The round of a version, locked; null where it is over, another process is at it, or its last step is too recent. */
async function takeRound(tx: TransactionSql, version: string): Promise<Round | null> {
  const begun = await tx`
    insert into screening_rounds (list_version) values (${version}) on conflict do nothing`;
  if (begun.count > 0) {
    await tx`
      update screening_rounds set finished_at = now()
      where finished_at is null and list_version <> ${version}`;
  }
  const [round] = await tx<Round[]>`
    select list_version, stage, after from screening_rounds
    where list_version = ${version} and finished_at is null
      and (updated_at is null or updated_at < now() - ${PAUSE_SECONDS} * interval '1 second')
    for no key update skip locked`;
  return round ?? null;
}

async function nextWallets(
  tx: TransactionSql,
  { stage, after }: Round,
  limit: number,
): Promise<KnownWallet[]> {
  if (stage === "payers") {
    return tx<KnownWallet[]>`
      select id as place, merchant_id, mode, wallet_address as subject, id as resource_id
      from customers where id > ${after} order by id limit ${limit}`;
  }
  const [merchantId = "", deploymentId = ""] = after.split(" ");
  return tx<KnownWallet[]>`
    select merchant_id || ' ' || deployment_id as place, merchant_id, mode, payout as subject,
      merchant_id || ':' || deployment_id as resource_id
    from merchant_registrations
    where (merchant_id, deployment_id) > (${merchantId}, ${deploymentId})
    order by merchant_id, deployment_id limit ${limit}`;
}

interface Step {
  readonly screened: number;
  readonly matched: number;
  /** The stage has no more wallets. */
  readonly isOver: boolean;
}

async function moveOn(
  tx: TransactionSql,
  { listVersion, stage, after }: Round,
  { screened, matched, isOver }: Step,
): Promise<void> {
  const isLast = stage === "payouts";
  await tx`
    update screening_rounds set updated_at = now(), screened = screened + ${screened},
      matched = matched + ${matched}, stage = ${isOver ? "payouts" : stage},
      after = ${isOver && !isLast ? "" : after},
      finished_at = case when ${isOver && isLast} then now() end
    where list_version = ${listVersion}`;
}
