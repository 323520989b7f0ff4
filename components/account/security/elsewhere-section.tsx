import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";

/** Says where an account is protected that is kept by another identity provider. */
export function ElsewhereSection({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  return (
    <Section
      title="Your account is kept by Privy"
      text="Your address, your sign-in and your second factor are managed there. What is sensitive here asks for a code by e-mail."
      action={
        <ButtonLink look="secondary" href="/contact">
          Get help
        </ButtonLink>
      }
    >
      <p className="text-sm">
        {hasSecondFactor
          ? "A second factor is turned on."
          : "No second factor is turned on. Live mode needs one."}
      </p>
    </Section>
  );
}
