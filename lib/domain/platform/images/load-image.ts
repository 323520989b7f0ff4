import type { Db } from "@/db/client";
import { bytesOf, type Hex } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";

const names = /^([0-9a-f]{64})\.webp$/;

/**
 * A stored picture, by the name of its file.
 * @throws Refusal `not_found`
 */
export async function loadImage(db: Db, file: string): Promise<Buffer> {
  const hash = names.exec(file)?.[1];
  if (!hash) throw notFound("image");
  const [row] = await db<{ data: Hex }[]>`
    select data from images where sha256 = ${`0x${hash}`}`;
  if (!row) throw notFound("image");
  return bytesOf(row.data);
}
