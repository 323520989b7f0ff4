import { useState } from "react";
import { keepInTab, keptInTab } from "@/lib/client/browser-storage";

const keyOf = (id: string) => `stipend-email-${id}`;

/** What was typed for a payment or a plan, by its id; null for nothing. */
export const typedEmail = (id: string): string | null => keptInTab(keyOf(id));

/**
 * The e-mail address for a payment or a plan. The tab keeps what was typed: a payer who chooses another wallet, or whose
 * page is loaded again, finds it.
 * @param given before this page
 */
export function useTypedEmail(id: string, given: string | null) {
  const [email, setEmail] = useState(() => typedEmail(id) ?? given ?? "");
  const change = (text: string) => {
    keepInTab(keyOf(id), text);
    setEmail(text);
  };
  return [email, change] as const;
}
