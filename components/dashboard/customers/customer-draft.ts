import { changedFields } from "@/lib/client/changed-fields";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type {
  getCustomer,
  updateCustomer,
  upsertCustomer,
} from "@/lib/contract/payments/customers";

export type Customer = ReceivedOutput<typeof getCustomer>;
type Input = SentInput<typeof upsertCustomer>;
type Changes = Omit<SentInput<typeof updateCustomer>, "id">;

/** A customer while it is typed. */
export interface CustomerDraft {
  readonly walletAddress: string;
  readonly name: string;
  readonly email: string;
  readonly externalRef: string;
}

/** A customer as the form for it begins. */
export const draftOf = (customer: Customer | null): CustomerDraft => ({
  walletAddress: customer?.walletAddress ?? "",
  name: customer?.name ?? "",
  email: customer?.email ?? "",
  externalRef: customer?.externalRef ?? "",
});

/**
 * What the API is sent: the fields that differ from those that the form began with. An emptied field clears what is
 * stored. The form of a new customer begins empty, so it changes nothing else where the wallet is a customer already.
 */
export function changesOf(began: CustomerDraft, draft: CustomerDraft): Changes {
  const { walletAddress: _, ...typed } = trimmed(draft);
  const { walletAddress: __, ...before } = trimmed(began);
  const changed = Object.entries(changedFields(before, typed));
  return Object.fromEntries(changed.map(([name, text]) => [name, text || null]));
}

/** A customer to be made: what is empty is not given. */
export function inputOf(draft: CustomerDraft): Input {
  const given = Object.entries(trimmed(draft)).filter(([, text]) => text !== "");
  return { walletAddress: "", ...Object.fromEntries(given) };
}

const trimmed = ({ walletAddress, name, email, externalRef }: CustomerDraft): CustomerDraft => ({
  walletAddress: walletAddress.trim(),
  name: name.trim(),
  email: email.trim(),
  externalRef: externalRef.trim(),
});
