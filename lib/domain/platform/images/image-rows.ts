import { createHash } from "node:crypto";
import type { Db, TransactionSql } from "@/db/client";
import type { EncodedImage } from "@/lib/adapters/images/encode-image";
import { type Bytes32, hexOf } from "@/lib/core/chain/hex";
import type { ImagePurpose } from "@/lib/core/kinds";

/** Whose picture, and what for. */
export interface ImagePlace {
  readonly merchantId: string;
  readonly purpose: ImagePurpose;
  /** The id of the object that shows it; empty where it is the merchant's own. */
  readonly subject: string;
}

/** The condition on a reference that it is the one of a place. */
export const inPlace = (db: Db, { merchantId, purpose, subject }: ImagePlace) =>
  db`merchant_id = ${merchantId} and purpose = ${purpose} and subject = ${subject}`;

/** Where a stored picture is served: at the hash of its bytes, so that it never changes. */
export const imagePath = (sha256: Bytes32) => `/api/images/${sha256.slice(2)}.webp`;

/**
 * Stores a picture, unless it is there. The caller refers to it in the same transaction.
 * @returns its name
 */
export async function storeImage(
  tx: TransactionSql,
  { bytes, width, height }: EncodedImage,
): Promise<Bytes32> {
  const sha256 = hexOf(createHash("sha256").update(bytes).digest());
  await tx`
    insert into images (sha256, data, width, height)
    values (${sha256}, ${bytes}, ${width}, ${height})
    on conflict (sha256) do update set released_at = null`;
  return sha256;
}

/** Marks a picture as unused, unless another place uses it. */
export async function releaseImage(tx: TransactionSql, sha256: Bytes32 | null): Promise<void> {
  if (sha256 === null) return;
  // Of two who let go of it at once, the second sees that the first has.
  await tx`select from images where sha256 = ${sha256} for update`;
  await tx`
    update images set released_at = clock_now()
    where sha256 = ${sha256}
      and not exists (select from image_references where sha256 = ${sha256})`;
}

/** The picture in a place, locked until the transaction ends. */
export async function lockPlace(tx: TransactionSql, place: ImagePlace): Promise<Bytes32 | null> {
  const [row] = await tx<{ sha256: Bytes32 | null }[]>`
    select sha256 from image_references where ${inPlace(tx, place)} for update`;
  return row?.sha256 ?? null;
}
