import { asRows } from "@/db/as-rows";
import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Screening, screenAddress } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { matchResults, type ScreeningResult } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { actionAfter, type ScreeningRecord } from "./record-screening";
import { hasMatch, tellMatches } from "./tell-matches";

/** A wallet, and what it is screened for. */
export interface WalletToScreen {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  /** What asks, such as `settlement`. */
  readonly trigger: string;
  /** The transaction or other record that waits for the answer. */
  readonly resourceId: string;
  readonly deployment: Pick<Deployment, "chain">;
}

const AT_ONCE = 16;

/**
 * Screens wallets against the operator's list and, where their chain has one, the sanctions oracle:
 * each wallet of a chain is asked about once, and each thing that waits for an answer gets its row.
 * Asks the outside world: call it outside any transaction.
 * @returns the results in the given order; `unavailable` when a list did not answer: hold the money,
 * never pass it
 */
export async function screenWallets(
  { db, config }: Pick<Context, "db" | "config">,
  wallets: readonly WalletToScreen[],
): Promise<ScreeningResult[]> {
  const asked = new Map(wallets.map((wallet) => [keyOf(wallet), wallet]));
  const answers = new Map<string, Screening>();
  const queue = asked.entries();
  const work = async () => {
    for (const [key, { deployment, subject }] of queue) {
      const { chain } = deployment;
      answers.set(key, await screenAddress({ config, chain, address: subject }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const screened = wallets.map((wallet) => {
    const screening = answers.get(keyOf(wallet));
    if (!screening) throw new Error("a wallet was not screened");
    return { wallet, screening };
  });
  await record(db, screened);
  return screened.map(({ screening }) => screening.result);
}

const keyOf = ({ deployment, subject }: WalletToScreen): string =>
  `${deployment.chain.id} ${subject}`;

/**
 * Under the same version of the list an answer replaces "unavailable", and one that a list names the wallet replaces what
 * was found before; nothing replaces "blocked". Merchants are told of wallets that a list names in the same transaction.
 */
async function record(
  db: Db,
  screened: readonly { wallet: WalletToScreen; screening: Screening }[],
): Promise<void> {
  if (screened.length === 0) return;
  const records = screened.map(({ wallet: { deployment: _, ...wallet }, screening }) => ({
    ...wallet,
    screening,
    action: actionAfter(screening),
  }));
  if (!records.some(hasMatch)) return insert(db, records);
  await transaction(db, async (tx) => {
    await insert(tx, records);
    await tellMatches(tx, records);
  });
}

async function insert(db: Db, records: readonly ScreeningRecord[]): Promise<void> {
  const rows = records.map(({ screening, ...one }) => ({ ...one, ...screening }));
  await db`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider,
      list_version, result, matches, action, resource_id)
    select "merchantId", mode, hex_bytes(subject), trigger, provider, "listVersion", result, matches,
      action, "resourceId"
    from json_to_recordset(${asRows(rows)}::text::json) as w("merchantId" text, mode text,
      subject text, trigger text, provider text, "listVersion" text, result text, matches jsonb,
      action text, "resourceId" text)
    on conflict (screening_key(resource_id, subject), list_version) do update set
      result = excluded.result, provider = excluded.provider, matches = excluded.matches,
      trigger = excluded.trigger, action = excluded.action, created_at = clock_now()
    where (compliance_screenings.result = 'unavailable'
        or excluded.result in (${stateList(db, matchResults)})
          and compliance_screenings.result not in ('blocked', excluded.result))
      and compliance_screenings.resource_id = excluded.resource_id
      and compliance_screenings.subject = excluded.subject`;
}
