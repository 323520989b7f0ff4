"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { CopyHex } from "@/components/detail/copy-hex";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { Metadata } from "@/components/detail/metadata";
import { RawJson } from "@/components/detail/raw-json";
import { ListView } from "@/components/list/list-view";
import { shortHex } from "@/components/pay/short-hex";
import { paymentsOf } from "@/components/payments/payments-list";
import { subscriptionsOf } from "@/components/subscription-pages/subscriptions-list";
import { LocalTime } from "@/components/time/local-time";
import { transactionsOf } from "@/components/transactions/transactions-list";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Customer } from "./customers-list";
import { EditCustomer } from "./edit-customer";
import { EmailHistory } from "./email-history";

const path = "/v1/customers/{id}";
const shown = { resource: "customer", watches: ["payment_session", "subscription"] };

/** One customer, and everything of theirs. */
export function CustomerDetail({ id, first }: { id: string; first: FirstObject<Customer> | null }) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Customer>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DetailHeader
        back={{ path: "/dashboard/customers", name: "Customers" }}
        kind="Customer"
        id={data.id}
        title={data.name ?? data.email ?? shortHex(data.walletAddress)}
        text={data.name ? data.email : null}
        actions={
          <>
            <EditCustomer customer={data} />
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      <DetailBody facts={<CustomerFacts customer={data} />}>
        <Section title="Subscriptions">
          <ListView isPart list={subscriptionsOf({ customerId: id })} first={null} />
        </Section>
        <Section title="Payments">
          <ListView isPart list={paymentsOf({ customerId: id })} first={null} />
        </Section>
        <Section title="Transactions">
          <ListView isPart list={transactionsOf({ customerId: id })} first={null} />
        </Section>
      </DetailBody>
    </>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { emailHistory, ...metadata } = customer.metadata;
  return (
    <>
      <Section title="Facts">
        <Facts>
          <Fact name="Wallet">
            <CopyHex hex={customer.walletAddress} what="the wallet’s address" />
          </Fact>
          <Fact name="E-mail">
            <span className="wrap-anywhere">{customer.email ?? "None"}</span>
          </Fact>
          <Fact name="Your reference">
            <span className="wrap-anywhere">{customer.externalRef ?? "None"}</span>
          </Fact>
          <Fact name="Created">
            <LocalTime iso={customer.createdAt} shape="full" locale="en" />
          </Fact>
        </Facts>
      </Section>
      <EmailHistory history={emailHistory} />
      <Metadata metadata={metadata} />
    </>
  );
}
