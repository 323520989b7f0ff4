import type { Db } from "@/db/client";
import { metadataHashOf } from "@/lib/adapters/chain/calls/registry-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";

interface KnownRegistrations {
  /** Merchants whose registration was read, final or not. */
  count: bigint;
  /** The one that names the merchant. */
  ownId: bigint | null;
}

/** Reads which registrations of a deployment's registry are known here. */
export async function readKnownRegistrations(
  db: Db,
  { deployment: { id }, merchantId }: { deployment: Deployment; merchantId: string },
): Promise<KnownRegistrations> {
  const [row] = await db<KnownRegistrations[]>`
    select coalesce(max(chain_merchant_id), 0) as count,
      max(chain_merchant_id) filter (
        where registration_key = ${metadataHashOf(merchantId)}
      ) as own_id
    from registry_changes where deployment_id = ${id} and registration_key is not null`;
  return row ?? { count: 0n, ownId: null };
}
