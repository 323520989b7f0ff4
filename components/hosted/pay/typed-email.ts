import { useState } from "react";
import { keepInTab, keptInTab } from "@/lib/client/browser-storage";

const keyOf = (id: string) => `stipend-email-${id}`;

/** What the API refuses of an address, beyond what browsers do by themselves: few signs, and a last label that is a word. */
export const emailForm =
  "([A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+\\-]@.+\\.(xn--[^.]+|[^.\\d\\-]{2,})";

/** What was typed for a payment or a plan, by its id; null for nothing. */
export const typedEmail = (id: string): string | null => keptInTab(keyOf(id));

/**
 * Where mails about a payment or a plan go: to what was typed, or to what was given before. Empty for nowhere.
 * @param given before this page
 */
export const emailFor = (id: string, given: string | null): string => typedEmail(id) ?? given ?? "";

/**
 * The e-mail address for a payment or a plan. The tab keeps what was typed: a payer who chooses another wallet, or whose
 * page is loaded again, finds it.
 * @param given before this page
 */
export function useTypedEmail(id: string, given: string | null) {
  const [email, setEmail] = useState(() => emailFor(id, given));
  const change = (text: string) => {
    keepInTab(keyOf(id), text);
    setEmail(text);
  };
  return [email, change] as const;
}
