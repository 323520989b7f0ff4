import type { Db } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import { notFound } from "@/lib/core/errors";

type Row = Pick<
  typeof merchants.$inferSelect,
  "id" | "businessName" | "websiteUrl" | "countryCode" | "defaultCurrency" | "onboardedAt"
>;

/** What a business is called until its owner names it. */
export const UNNAMED = "New business";

/** Whether a business has told about itself, and what is known of it already, by the field's name. */
export async function readOnboarding(db: Db, merchantId: string) {
  const [row] = await db<Row[]>`
    select id, business_name, website_url, country_code, default_currency, onboarded_at
    from merchants where id = ${merchantId}`;
  if (!row) throw notFound("merchant");
  const { id, onboardedAt, ...told } = row;
  const known = Object.fromEntries(
    Object.entries(told).map(
      ([name, text]) => [name, text === UNNAMED ? "" : (text ?? "")] as const,
    ),
  );
  return { id, isDone: onboardedAt !== null, known };
}
