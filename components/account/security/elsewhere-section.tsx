"use client";

import { useState } from "react";
import { PrivyFactors } from "@/components/account/privy/privy-security";
import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";
import type { PrivyApp } from "@/lib/core/identity/privy-app";

/** Says where an account is protected that is kept by another identity provider. */
export function ElsewhereSection(props: { app: PrivyApp; hasSecondFactor: boolean }) {
  const { app } = props;
  // The server may have asked Privy some seconds before.
  const [isEnrolled, setIsEnrolled] = useState(false);
  const hasSecondFactor = props.hasSecondFactor || isEnrolled;
  return (
    <Section
      title="Privy manages your account"
      text="Your address and sign-in are kept at Privy. Sensitive actions here ask for a code by email."
      action={
        <ButtonLink look="secondary" href="/contact">
          Get help
        </ButtonLink>
      }
    >
      <p className="text-sm">
        {hasSecondFactor
          ? "Two-factor authentication is on."
          : "Two-factor authentication is off. Live mode requires it."}
      </p>
      <PrivyFactors {...{ app, hasSecondFactor }} onEnrolled={() => setIsEnrolled(true)} />
    </Section>
  );
}
