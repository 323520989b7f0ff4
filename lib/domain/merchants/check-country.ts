import { invalidRequest } from "@/lib/core/errors";
import { countryCodes } from "@/lib/core/merchants/country-codes";

/**
 * Checks that a business is seated in a country that there is.
 * @throws Refusal `invalid_request` with `country_not_served`
 */
export function checkCountry(countryCode: string): void {
  if (countryCodes.includes(countryCode)) return;
  throw invalidRequest("countryCode", "No country that is served has this code.", {
    reason: "country_not_served",
  });
}
