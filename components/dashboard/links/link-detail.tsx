"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectTimeline } from "@/components/dashboard/detail/object-timeline";
import { PageAddress } from "@/components/dashboard/detail/page-address";
import { ListSection } from "@/components/dashboard/list/list-section";
import { ordersOf } from "@/components/dashboard/storefront/orders-list";
import { NotOnSale, ProductFact } from "@/components/dashboard/storefront/product-fact";
import { Fact, LongFact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { EditLink } from "./edit-link";
import { LinkPrice, LinkState, type PaymentLink } from "./link-state";
import { SwitchLink } from "./switch-link";

const path = "/v1/payment-links/{id}";
const timelineOf = { resource: "payment_link" };

/** One payment link: its address, its facts, and what was bought by it. */
export function LinkDetail({ id, first }: { id: string; first: FirstObject<PaymentLink> | null }) {
  const shown = { resource: "payment_link", watches: ["payment_session"], id };
  const { data, error, refetch } = useObject<PaymentLink>({ path, id, shown, first });
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="payment_link"
      title={data.name}
      status={<LinkState {...data} />}
      actions={
        <>
          <EditLink link={data} />
          <SwitchLink link={data} />
        </>
      }
      above={
        data.active ? (
          data.productId !== null && <NotOnSale id={data.productId} />
        ) : (
          <Notice>
            The link is off: its page says so and takes no payment. Checkouts that have begun can
            still be paid.
          </Notice>
        )
      }
      lead={
        <PageAddress
          title="The link’s page"
          text="Send the link, let payers scan it, or put the button on your site."
          url={data.url}
          code="The link’s page as a QR code"
          link={`Pay for ${data.name}`}
        />
      }
      facts={<LinkFacts link={data} />}
    >
      <ListSection title="Orders" list={ordersOf({ linkId: id })} />
      <ObjectTimeline id={id} shown={timelineOf} currency={data.currency ?? ""} />
    </DetailPage>
  );
}

const emailWords: Record<PaymentLink["email"], string> = {
  none: "Not asked",
  optional: "Asked, optional",
  required: "Asked, required",
};

function LinkFacts({ link }: { link: PaymentLink }) {
  const { productId, successUrl } = link;
  return (
    <ObjectFacts title="Details">
      {productId === null ? (
        <Fact name={link.amount === null ? "Payer chooses" : "Price"}>
          <LinkPrice {...link} />
        </Fact>
      ) : (
        <ProductFact id={productId} />
      )}
      <Fact name="Times paid">{link.timesPaid}</Fact>
      {link.minAmount === null && <Fact name="Maximum quantity">{link.maxQuantity}</Fact>}
      <Fact name="Payer’s e-mail">{emailWords[link.email]}</Fact>
      {link.fields.map(({ key, label, required }) => (
        <LongFact key={key} name={required ? "Question, required" : "Question, optional"}>
          <span className="wrap-anywhere">{label}</span>{" "}
          <code translate="no" className="wrap-anywhere font-mono text-muted text-xs">
            {key}
          </code>
        </LongFact>
      ))}
      {successUrl !== null && (
        <LongFact name="Success page">
          <span className="wrap-anywhere">{successUrl}</span>
        </LongFact>
      )}
      <MomentFact name="Created" iso={link.createdAt} />
      {link.updatedAt !== link.createdAt && <MomentFact name="Changed" iso={link.updatedAt} />}
    </ObjectFacts>
  );
}
