import { expect, test } from "vitest";
import type { OwnMerchant } from "./own-merchant";
import { profileChange, profileOf, typedProfile } from "./profile-draft";

const began = profileOf({
  businessName: "Aurora",
  websiteUrl: "https://aurora.example",
  countryCode: "DE",
  timeZone: "Europe/Berlin",
  defaultCurrency: "USDC",
} as OwnMerchant);

test("a profile is sent with the fields that were changed alone, and an emptied one clears", () => {
  expect(profileChange(began, { ...began, businessName: "Borealis" })).toEqual({
    businessName: "Borealis",
  });
  expect(profileChange(began, { ...began, websiteUrl: "", countryCode: "" })).toEqual({
    websiteUrl: null,
    countryCode: null,
  });
});

test("of a profile as it was nothing is sent, and no time zone is UTC", () => {
  const typed = typedProfile((name) => ` ${began[name]}`.trim());
  expect(profileChange(began, typed)).toBeNull();
  const emptied = typedProfile((name) => (name === "timeZone" ? " " : began[name]));
  expect(profileChange(began, emptied)).toEqual({ timeZone: "UTC" });
});
