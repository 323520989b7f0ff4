import { type Db, transaction } from "@/db/client";
import { type EncodedImage, encodeImage, ImageInvalid } from "@/lib/adapters/images/encode-image";
import { createOutboundHttp, type OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { type ImageStatus, imageSides, maxImageBytes } from "@/lib/core/kinds";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type ImagePlace, inPlace, storeImage } from "./image-rows";

const MINUTE = 60;

const HOUR = 60 * MINUTE;

/** Seconds to wait after each attempt that gave no picture: two days in all. */
const waits: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** A picture that is being asked for. */
interface ClaimedImage extends ImagePlace {
  readonly sourceUrl: string;
  /** This one included. */
  readonly attempts: number;
}

/** Longer than a download, the pictures before it and the writing of the outcome together take. */
const LEASE_SECONDS = 180;
/** Downloads at a time; they are decoded one after the other. */
const SIDE_BY_SIDE = 4;

const headers = {
  accept: "image/png, image/jpeg, image/webp, image/gif",
  "user-agent": "Stipend-Images/1",
};

/**
 * Fetches the pictures that are due, until none is or until `until`. Any number of processes may do so at once: each
 * moves on when a picture is due before it asks for it, so that one whose process dies is due again.
 * @param options.http for tests
 * @returns how many attempts were made
 */
export async function fetchImages(
  ctx: Context<SystemActor>,
  { until, http }: { until: Date; http?: OutboundHttp },
): Promise<{ attempts: number }> {
  const client = http ?? createOutboundHttp({ allowLoopback: ctx.config.WEBHOOK_ALLOW_PRIVATE });
  let attempts = 0;
  while (Date.now() < until.getTime() && !ctx.stopping?.aborted) {
    const claimed = await claimImages(ctx.db);
    if (claimed.length === 0) break;
    attempts += claimed.length;
    await Promise.all(claimed.map((image) => fetchImage(ctx, client, image)));
  }
  return { attempts };
}

function claimImages(db: Db): Promise<ClaimedImage[]> {
  return db<ClaimedImage[]>`
    with due as materialized (
      select merchant_id, purpose, subject from image_references where attempt_at <= now()
      order by attempt_at limit ${SIDE_BY_SIDE} for update skip locked
    )
    update image_references r
    set attempts = attempts + 1, attempt_at = now() + ${LEASE_SECONDS} * interval '1 second'
    from due where r.merchant_id = due.merchant_id and r.purpose = due.purpose
      and r.subject = due.subject
    returning r.merchant_id, r.purpose, r.subject, coalesce(r.source_url, '') as source_url, r.attempts`;
}

async function fetchImage(
  { db }: Context<SystemActor>,
  http: OutboundHttp,
  claimed: ClaimedImage,
): Promise<void> {
  const { bytes, failure } = await http.download({
    url: claimed.sourceUrl,
    headers,
    secure: false,
    maxBytes: maxImageBytes,
  });
  if (bytes === null) {
    const status = failure === "too_large" ? "image_invalid" : "image_unreachable";
    return recordFailure(db, claimed, { status, failure });
  }
  const image = await encodeImage(bytes, imageSides[claimed.purpose]).catch((error) => {
    if (error instanceof ImageInvalid) return null;
    throw error;
  });
  if (image) return recordImage(db, claimed, image);
  await recordFailure(db, claimed, { status: "image_invalid", failure: "not_decoded" });
}

/** The place, while it still has the requested URL and no other attempt was made since. */
const stillAsked = (db: Db, claimed: ClaimedImage) =>
  db`${inPlace(db, claimed)} and source_url = ${claimed.sourceUrl}
    and attempts = ${claimed.attempts} and status <> 'ok'`;

async function recordImage(db: Db, claimed: ClaimedImage, image: EncodedImage): Promise<void> {
  await transaction(db, async (tx) => {
    const rows = await tx`
      select from image_references where ${stillAsked(tx, claimed)} for update`;
    if (rows.length === 0) return;
    const sha256 = await storeImage(tx, image);
    await tx`
      update image_references
      set status = 'ok', sha256 = ${sha256}, attempt_at = null, failure = null,
        updated_at = clock_now()
      where ${stillAsked(tx, claimed)}`;
  });
}

async function recordFailure(
  db: Db,
  claimed: ClaimedImage,
  { status, failure }: { status: ImageStatus; failure: string },
): Promise<void> {
  await db`
    update image_references
    set status = ${status}, failure = ${failure},
      attempt_at = now() + ${secondsToNextAttempt(claimed.attempts)}::int * interval '1 second',
      updated_at = clock_now()
    where ${stillAsked(db, claimed)}`;
}

/**
 * How long to wait before a picture is asked for again.
 * @param attempts how many were made
 * @returns seconds, or null when that was the last attempt
 */
function secondsToNextAttempt(attempts: number): number | null {
  return waits[attempts - 1] ?? null;
}
