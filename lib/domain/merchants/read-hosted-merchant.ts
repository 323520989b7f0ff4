import type { Db } from "@/db/client";
import type { images } from "@/db/schema/images";
import type { merchants } from "@/db/schema/merchants";
import type { HostedImage, HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { Mode } from "@/lib/core/modes";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { isReturnUrl } from "./return-url";

type Image = typeof images.$inferSelect;
interface LogoRow {
  readonly sha256: Image["sha256"] | null;
  readonly width: Image["width"] | null;
  readonly height: Image["height"] | null;
}
type Row = Pick<
  typeof merchants.$inferSelect,
  "businessName" | "websiteUrl" | "supportEmail" | "status" | "timeZone"
> &
  LogoRow & { readonly now: Date };

/**
 * What the hosted pages show of a merchant, by the time `asOf`. Links were checked when they were stored, and are here
 * again: a page never links to what runs as script.
 */
export async function readHostedMerchant(
  db: Db,
  { merchantId, mode }: { merchantId: string; mode: Mode },
): Promise<HostedMerchant & Pick<Row, "status" | "timeZone"> & { asOf: Date }> {
  const [row] = await db<Row[]>`
    select m.business_name, m.website_url, m.support_email, m.status, m.time_zone, i.sha256, i.width, i.height,
      clock_now() as now
    from merchants m
    left join image_references r on r.merchant_id = m.id and r.purpose = 'logo'
    left join images i on i.sha256 = r.sha256
    where m.id = ${merchantId}`;
  if (!row) throw new Error(`no merchant ${merchantId}`);
  const { websiteUrl } = row;
  return {
    name: withoutBidiControls(row.businessName),
    website: websiteUrl !== null && isReturnUrl(websiteUrl, mode) ? websiteUrl : null,
    supportEmail: row.supportEmail,
    logo: imageOf(row),
    status: row.status,
    timeZone: row.timeZone,
    asOf: row.now,
  };
}

/** A merchant's logo, once it is stored. */
export async function readLogo(db: Db, merchantId: string): Promise<HostedImage | null> {
  const [row] = await db<LogoRow[]>`
    select i.sha256, i.width, i.height
    from image_references r join images i on i.sha256 = r.sha256
    where r.merchant_id = ${merchantId} and r.purpose = 'logo'`;
  return row ? imageOf(row) : null;
}

function imageOf({ sha256, width, height }: LogoRow): HostedImage | null {
  if (sha256 === null || width === null || height === null) return null;
  return { path: imagePath(sha256), width, height };
}
