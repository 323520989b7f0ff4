import type { Db } from "@/db/client";
import { type Address, zeroAddress } from "@/lib/core/chain/hex";
import type { PlatformEventName } from "@/lib/core/kinds";

/** An account that was named for a role, with the time of the block. */
interface NamedAccount {
  readonly account: Address;
  readonly at: Date;
}

/** Who has the roles of a deployment, and who was named for them, by the events that were read. */
export interface Roles {
  readonly deploymentId: string;
  readonly treasury: NamedAccount | null;
  /** To whom the treasury offers its role; null without an offer. */
  readonly offeredTreasury: NamedAccount | null;
  /** Whom the admin announced, and when its notice is over; null without an announcement. */
  readonly announcedTreasury: (NamedAccount & { readonly acceptableAt: Date }) | null;
  readonly operator: NamedAccount | null;
  readonly offeredOperator: NamedAccount | null;
  /** Whom the admin announced as operator, and when its notice is over; null without an announcement. */
  readonly announcedOperator: (NamedAccount & { readonly acceptableAt: Date }) | null;
  /** The operator's last veto of an announcement; null without one. */
  readonly vetoedOperator: NamedAccount | null;
}

/** The last event of a name about an account. */
interface Last extends NamedAccount {
  readonly deploymentId: string;
  readonly event: PlatformEventName;
  readonly acceptableAt: Date | null;
  /** Its place among the deployment's events. */
  readonly place: number;
}

/** Reads who has the roles of each deployment whose contracts say so. */
export async function readRoles(db: Db): Promise<Roles[]> {
  const rows = await db<Last[]>`
    select distinct on (p.deployment_id, p.event, p.account) p.deployment_id, p.event, p.account,
      p.acceptable_at, b.timestamp as at, p.place
    from (
      select *, (row_number() over (
        partition by deployment_id order by block_number, log_index
      ))::int as place
      from platform_changes where event not in ('FeesSwept', 'KeeperSet')
    ) p
    join chain_blocks b on b.chain_id = p.chain_id and b.number = p.block_number
    order by p.deployment_id, p.event, p.account, p.place desc`;
  const byDeployment = new Map<string, Last[]>();
  for (const row of rows) {
    byDeployment.set(row.deploymentId, [...(byDeployment.get(row.deploymentId) ?? []), row]);
  }
  return [...byDeployment].map(([deploymentId, events]) => rolesOf(deploymentId, events));
}

function rolesOf(deploymentId: string, events: readonly Last[]): Roles {
  const latest = events.toSorted((one, other) => other.place - one.place);
  const last = (name: PlatformEventName) => latest.find(({ event }) => event === name);
  /** What was named last and is not over since. */
  const open = (name: PlatformEventName, ...ends: PlatformEventName[]) => {
    const found = last(name);
    if (!found || found.account === zeroAddress) return null;
    return ends.some((end) => (last(end)?.place ?? 0) > found.place) ? null : found;
  };
  const announcedTreasury = open(
    "TreasuryChangeAnnounced",
    "TreasuryTransferred",
    "TreasuryChangeVetoed",
  );
  /** The operator's own hand-over to another account leaves an announcement as it is. */
  const announcedOperator = open("OperatorChangeAnnounced", "OperatorChangeVetoed");
  const hasBecomeOperator = latest.some(
    ({ event, account, place }) =>
      event === "OperatorTransferred" &&
      account === announcedOperator?.account &&
      place > announcedOperator.place,
  );
  return {
    deploymentId,
    treasury: named(last("TreasuryTransferred")),
    offeredTreasury: named(open("TreasuryTransferStarted", "TreasuryTransferred")),
    announcedTreasury: noticed(announcedTreasury),
    operator: named(last("OperatorTransferred")),
    offeredOperator: named(open("OperatorTransferStarted", "OperatorTransferred")),
    announcedOperator: hasBecomeOperator ? null : noticed(announcedOperator),
    vetoedOperator: named(last("OperatorChangeVetoed")),
  };
}

const named = (event: Last | null | undefined): NamedAccount | null =>
  event ? { account: event.account, at: event.at } : null;

const noticed = (event: Last | null) =>
  event?.acceptableAt
    ? { account: event.account, at: event.at, acceptableAt: event.acceptableAt }
    : null;
