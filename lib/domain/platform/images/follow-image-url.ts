import type { TransactionSql } from "@/db/client";
import { type ImagePlace, inPlace } from "./image-rows";
import { putImageUrl } from "./put-image-url";

/**
 * Has a picture follow the URL that an object gives for it. The URL of a file that was uploaded is ours: given again,
 * it changes nothing.
 * @param urls.before what the object gave so far
 * @param urls.after undefined leaves the picture as it is, null takes it away
 */
export async function followImageUrl(
  tx: TransactionSql,
  place: ImagePlace,
  { before, after }: { before: string | null; after: string | null | undefined },
): Promise<void> {
  if (after === undefined || (after === null && before === null)) return;
  if (after !== null && after === before) {
    const uploaded = await tx`
      select from image_references where ${inPlace(tx, place)} and source_url is null`;
    if (uploaded.length > 0) return;
  }
  await putImageUrl(tx, place, after);
}
