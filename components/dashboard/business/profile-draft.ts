import { changedFields } from "@/lib/client/changed-fields";
import type { Currency } from "@/lib/core/amounts/money";
import type { MerchantChange, OwnMerchant } from "./own-merchant";

/** A business's profile while it is typed. */
export interface ProfileDraft {
  readonly businessName: string;
  readonly websiteUrl: string;
  /** Empty where it is not said. */
  readonly countryCode: string;
  readonly timeZone: string;
  readonly defaultCurrency: Currency;
}

/** A profile as the form for it begins. */
export const profileOf = (merchant: OwnMerchant): ProfileDraft => ({
  businessName: merchant.businessName,
  websiteUrl: merchant.websiteUrl ?? "",
  countryCode: merchant.countryCode ?? "",
  timeZone: merchant.timeZone,
  defaultCurrency: merchant.defaultCurrency,
});

/** The profile that a form has, from its text by the field's name. */
export const typedProfile = (textOf: (name: keyof ProfileDraft) => string): ProfileDraft => ({
  businessName: textOf("businessName").trim(),
  websiteUrl: textOf("websiteUrl").trim(),
  countryCode: textOf("countryCode"),
  timeZone: textOf("timeZone").trim() || "UTC",
  defaultCurrency: textOf("defaultCurrency") as Currency,
});

/** The fields that were changed since the form began; null where none was. */
export function profileChange(began: ProfileDraft, typed: ProfileDraft): MerchantChange | null {
  const { websiteUrl, countryCode, ...rest } = changedFields(began, typed);
  const change: MerchantChange = {
    ...rest,
    ...(websiteUrl === undefined ? {} : { websiteUrl: websiteUrl || null }),
    ...(countryCode === undefined ? {} : { countryCode: countryCode || null }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
