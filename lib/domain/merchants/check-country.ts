import { invalidRequest } from "@/lib/core/errors";
import { countryCodes } from "@/lib/core/merchants/country-codes";

/**
 * Checks that a country code is one that ISO 3166-1 has assigned.
 * @throws Refusal `invalid_request` with `country_not_served`
 */
export function checkCountry(countryCode: string): void {
  if (countryCodes.includes(countryCode)) return;
  throw invalidRequest("countryCode", "This is not the code of a country (ISO 3166-1 alpha-2).", {
    reason: "country_not_served",
  });
}
