import type { ReactNode } from "react";
import { Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";

/** What is known of an object, in the narrow column of its page. */
export function ObjectFacts({
  title = "Facts",
  children,
}: {
  title?: string;
  children: ReactNode;
}) {
  return (
    <Section title={title}>
      <Facts>{children}</Facts>
    </Section>
  );
}
