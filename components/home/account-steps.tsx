"use client";

import { useActing } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { GuideStep, type StepStanding } from "./guide-step";

/** Live mode wants to know who takes the money. */
export const BusinessStep = (standing: StepStanding) => (
  <GuideStep {...standing} title="Tell about your business">
    <p>Name, sector, country, and the wallet that live payments go to. Live mode needs it.</p>
    {!standing.isDone && <ButtonLink href="/onboarding">Business details</ButtonLink>}
  </GuideStep>
);

/** The last step before live mode. */
export function SecondFactorStep(standing: StepStanding) {
  const { mode } = useActing();
  return (
    <GuideStep {...standing} title="Turn on two-factor sign-in, and go live">
      <p>An authenticator app protects what moves money. After that live keys can be made.</p>
      {standing.isDone ? (
        <ButtonLink href={hrefIn("/dashboard/settings/live", mode)}>Go live</ButtonLink>
      ) : (
        <ButtonLink href={hrefIn("/dashboard/settings/security", mode)}>Turn on</ButtonLink>
      )}
    </GuideStep>
  );
}
