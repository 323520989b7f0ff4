import type { TransactionSql } from "@/db/client";
import type { EncodedImage } from "@/lib/adapters/images/encode-image";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { type ImagePlace, lockPlace, releaseImage, storeImage } from "./image-rows";

/**
 * Puts a picture that was uploaded in place of what was there.
 * @returns its name
 */
export async function putImageFile(
  tx: TransactionSql,
  place: ImagePlace,
  image: EncodedImage,
): Promise<Bytes32> {
  const { merchantId, purpose, subject } = place;
  const before = await lockPlace(tx, place);
  const sha256 = await storeImage(tx, image);
  await tx`
    insert into image_references (merchant_id, purpose, subject, status, sha256)
    values (${merchantId}, ${purpose}, ${subject}, 'ok', ${sha256})
    on conflict (merchant_id, purpose, subject) do update
      set source_url = null, status = 'ok', sha256 = excluded.sha256, attempts = 0,
        attempt_at = null, failure = null, updated_at = clock_now()`;
  if (before !== sha256) await releaseImage(tx, before);
  return sha256;
}
