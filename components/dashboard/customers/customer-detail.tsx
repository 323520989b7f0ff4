"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { Metadata } from "@/components/dashboard/detail/metadata";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ListSection } from "@/components/dashboard/list/list-section";
import { paymentsOf } from "@/components/dashboard/payments/payments-list";
import { subscriptionsOf } from "@/components/dashboard/subscriptions/subscriptions-list";
import { transactionsOf } from "@/components/dashboard/transactions/transactions-list";
import { Fact } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import type { Customer } from "./customer-draft";
import { EditCustomer } from "./edit-customer";

interface SeenEmail {
  readonly email: string;
  readonly source: string;
  readonly at: string | null;
}

const sources: Readonly<Record<string, string>> = {
  checkout: "entered on a payment page",
  payment: "confirmed by a payment",
  merchant: "entered by you",
};

/** The e-mail addresses that were seen of a customer, newest first; nothing where there are none. */
function EmailHistory({ history }: { history: unknown }) {
  const seen = readHistory(history).reverse();
  if (seen.length === 0) return null;
  return (
    <Section title="Email addresses">
      <ul className="grid gap-3 text-sm">
        {seen.map(({ email, source, at }) => (
          <li key={`${email} ${source}`}>
            <p className="wrap-anywhere font-medium">{email}</p>
            <p className="text-muted text-xs">
              {sources[source] ?? source}
              {at && (
                <>
                  {", "}
                  <LocalTime iso={at} shape="short" locale="en" />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The API says only that metadata are values of any kind. */
function readHistory(history: unknown): SeenEmail[] {
  if (!Array.isArray(history)) return [];
  return history.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("email" in entry)) return [];
    const source = "source" in entry ? String(entry.source) : "";
    const at = "seenAt" in entry ? String(entry.seenAt) : null;
    return [{ email: String(entry.email), source, at }];
  });
}

const path = "/v1/customers/{id}";
const shown = { resource: "customer", watches: ["payment_session", "subscription"] };

/** One customer, and everything of theirs. */
export function CustomerDetail({ id, first }: { id: string; first: FirstObject<Customer> | null }) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Customer>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="customer"
      title={data.name ?? data.email ?? shortHex(data.walletAddress)}
      text={data.name ? data.email : null}
      actions={<EditCustomer customer={data} />}
      facts={<CustomerFacts customer={data} />}
    >
      <ListSection title="Subscriptions" list={subscriptionsOf({ customerId: id })} />
      <ListSection title="Payments" list={paymentsOf({ customerId: id })} />
      <ListSection title="Transactions" list={transactionsOf({ customerId: id })} />
    </DetailPage>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { emailHistory, ...metadata } = customer.metadata;
  return (
    <>
      <ObjectFacts>
        <Fact name="Wallet">
          <CopyHex hex={customer.walletAddress} what="the wallet’s address" />
        </Fact>
        <Fact name="E-mail">
          <span className="wrap-anywhere">{customer.email ?? "None"}</span>
        </Fact>
        <Fact name="Your reference">
          <span className="wrap-anywhere">{customer.externalRef ?? "None"}</span>
        </Fact>
        <MomentFact name="Created" iso={customer.createdAt} />
      </ObjectFacts>
      <EmailHistory history={emailHistory} />
      <Metadata metadata={metadata} />
    </>
  );
}
