import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { BrandSection } from "@/components/dashboard/business/brand-section";
import { MetadataSection } from "@/components/dashboard/business/metadata-section";
import type { OwnMerchant } from "@/components/dashboard/business/own-merchant";
import { ProfileSection } from "@/components/dashboard/business/profile-section";
import { Holds } from "@/components/dashboard/compliance/holds";
import { EndpointActions } from "@/components/dashboard/developers/endpoint-actions";
import { UseInspector } from "@/components/dashboard/developers/use-inspector";
import { ClosePayment } from "@/components/dashboard/payments/close-payment";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { CancelSubscription } from "@/components/dashboard/subscriptions/cancel-subscription";
import { PlanChoice } from "@/components/dashboard/tier/plan-choice";
import { CancelRefund } from "./cancel-refund";
import { RefundButton } from "./refund-button";

const acting = { mode: "test", merchantId: "mer_1", status: "closed", origin: "" } as const;
const router = {} as ContextType<typeof AppRouterContext>;

const markupOf = (part: ReactElement) =>
  renderToString(
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams("mode=test")}>
        <QueryClientProvider client={new QueryClient()}>
          <ActingProvider acting={acting} elsewhere={null}>
            {part}
          </ActingProvider>
        </QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
const buttons = (part: ReactElement) =>
  [...markupOf(part).matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?([^<]+)</g)].map(([, text]) => text);

test("a closed business can begin a refund, cancel one, and refund a held payment", () => {
  expect(
    buttons(<RefundButton transactionId="txn_1" refundable="5000000" currency="USDC" />),
  ).toContain("Refund");
  type Refund = Parameters<typeof CancelRefund>[0]["refund"];
  const refund = { id: "re_1", amount: "5000000", currency: "USDC" } as Refund;
  expect(buttons(<CancelRefund refund={refund} />)).toContain("Cancel");
  type First = NonNullable<Parameters<typeof Holds>[0]["first"]>;
  const hold = {
    ...{ id: "txn_1", transactionId: "txn_1", payer: `0x${"ab".repeat(20)}` },
    ...{ amount: "49000000", currency: "USDC", status: "held", result: "blocked" },
    ...{ matches: [], releasedBy: "operator", createdAt: "2026-03-01T09:00:00.000Z" },
  } as unknown as First["page"]["data"][number];
  const page = { data: [hold], nextCursor: null };
  expect(
    buttons(<Holds first={{ query: { open: "true" }, page, readAt: Date.now() }} />),
  ).toContain("Refund");
});

test("a closed business can end what is open, and is offered nothing else of it", () => {
  type Session = Parameters<typeof ClosePayment>[0]["payment"];
  const payment = { id: "ps_1", amount: "5000000", currency: "USDC" } as Session;
  expect(buttons(<ClosePayment payment={payment} />)).toEqual(["Cancel", "Expire"]);
  const held = { ...payment, hold: { transactionId: "txn_1", status: "waiting" } } as Session;
  expect(buttons(<ClosePayment payment={held} />)).toEqual([]);
  type Subscribed = Parameters<typeof CancelSubscription>[0]["subscription"];
  const subscription = { id: "sub_1" } as Subscribed;
  expect(buttons(<CancelSubscription subscription={subscription} />)).toEqual(["Cancel"]);
  type Endpoint = Parameters<typeof EndpointActions>[0]["endpoint"];
  const endpoint = { id: "we_1", url: "https://a.example", status: "enabled" } as Endpoint;
  expect(buttons(<EndpointActions endpoint={endpoint} />)).toContain("Disable");
  expect(buttons(<EndpointActions endpoint={endpoint} />)).not.toContain("Rotate secret");
  const disabled = { ...endpoint, status: "disabled" } as Endpoint;
  expect(buttons(<EndpointActions endpoint={disabled} />)).not.toContain("Enable");
  expect(markupOf(<UseInspector onReady={() => {}} />)).toContain("This business is closed.");
});

test("a closed business is offered no change of its settings, and reads why", () => {
  const merchant = {
    ...{ businessName: "Acme", websiteUrl: null, countryCode: "ES", timeZone: "UTC" },
    ...{ defaultCurrency: "USDC", supportEmail: null, logoUrl: "https://a.example/logo.png" },
    ...{ logoStatus: "ok", metadata: { account: "17" } },
  } as unknown as OwnMerchant;
  for (const part of [
    <ProfileSection key="profile" merchant={merchant} />,
    <BrandSection key="brand" merchant={merchant} logo={null} />,
    <MetadataSection key="metadata" metadata={merchant.metadata} />,
    <PlanChoice key="plan" tier="free" ownChoice={["free", "growth"]} />,
  ]) {
    expect(markupOf(part)).toContain("This business is closed.");
    for (const offered of ["Save", "Upload logo", "Update address", "Add key", "Change to "]) {
      expect(markupOf(part)).not.toContain(offered);
    }
  }
});
