/** The reasons of refusals that concern how many merchants there are, and what they pay. */
export const merchantReasons = {
  too_many_merchants: "The person has reached the maximum number of merchants, `details.limit`",
  sign_up_closed: "This installation takes no new merchants: a business runs it for itself",
  fees_off: "This installation takes no fees: there is no plan to choose",
  country_not_served: "No country that is served has this code",
  tier_by_contact: "Merchants cannot choose this tier by themselves",
} as const;
