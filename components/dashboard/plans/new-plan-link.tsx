"use client";

import { useRouter } from "next/navigation";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";

/** Leads to where a plan is made; disabled with the reason where nothing new can be made. */
export function NewPlanLink() {
  const why = useWhyNoCreating();
  const router = useRouter();
  const { mode } = useActing();
  const href = hrefIn("/dashboard/plans/new", mode);
  useShortcut({ key: "c", label: "New plan", run: why ? null : () => router.push(href) });
  if (why) {
    return (
      <Button disabled title={why}>
        New plan
      </Button>
    );
  }
  return <ButtonLink href={href}>New plan</ButtonLink>;
}
