import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";

/** Says where an account is protected that is kept by another identity provider. */
export function ElsewhereSection({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  return (
    <Section
      title="Privy manages your account"
      text="Change your address, sign-in and second factor at Privy. Sensitive actions here ask for a code by email."
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
    </Section>
  );
}
