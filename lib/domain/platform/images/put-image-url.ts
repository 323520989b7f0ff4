import type { TransactionSql } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { type ImagePlace, inPlace, lockPlace, releaseImage } from "./image-rows";

/**
 * Has the picture at a URL fetched, in place of what was there. The URL that is there already is fetched again only
 * where it gave no picture.
 * @param url null takes the picture away
 */
export async function putImageUrl(
  tx: TransactionSql,
  place: ImagePlace,
  url: string | null,
): Promise<void> {
  const { merchantId, purpose, subject } = place;
  const before = await lockPlace(tx, place);
  if (url === null) {
    await tx`delete from image_references where ${inPlace(tx, place)}`;
    return releaseImage(tx, before);
  }
  const { count } = await tx`
    insert into image_references as r (merchant_id, purpose, subject, source_url, status, attempt_at)
    values (${merchantId}, ${purpose}, ${subject}, ${url}, 'pending', now())
    on conflict (merchant_id, purpose, subject) do update
      set source_url = excluded.source_url, status = 'pending', sha256 = null, attempts = 0,
        attempt_at = now(), failure = null, updated_at = clock_now()
      where r.source_url is distinct from excluded.source_url or r.status <> 'ok'`;
  if (count === 0) return;
  await releaseImage(tx, before);
  await wake(tx, wakes.images);
}
