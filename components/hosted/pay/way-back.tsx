import { ButtonLink } from "@/components/ui/button-link";
import type { ButtonLook } from "@/components/ui/button-look";
import { usePay } from "./pay-context";

/** Back to the merchant, where they gave an address for it. */
export function WayBack({ href, look }: { href: string | null; look?: ButtonLook }) {
  const { page, say } = usePay();
  return href ? (
    <ButtonLink href={href} look={look} wide>
      {say("backTo", { merchant: page.merchant.name })}
    </ButtonLink>
  ) : null;
}
