"use client";

import { useRouter } from "next/navigation";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { Offered } from "@/components/ui/offered";

/** Leads to the form for a payment link; shows the reason when the business cannot create anything. */
export function NewLinkButton() {
  const why = useWhyNoCreating();
  const router = useRouter();
  const { mode } = useActing();
  const href = hrefIn("/dashboard/links/new", mode);
  const label = "Create payment link";
  useShortcut({ key: "c", label, run: why ? null : () => router.push(href) });
  return (
    <Offered why={why}>
      <ButtonLink href={href}>{label}</ButtonLink>
    </Offered>
  );
}
