"use client";

import type { ReactNode } from "react";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { PageAddress } from "@/components/dashboard/detail/page-address";
import { useActing, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Step } from "@/components/dashboard/shell/step";
import { Button } from "@/components/ui/button";
import { CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import { ArchiveShop } from "./archive-shop";
import type { Storefront } from "./shop-draft";
import { usePublish } from "./use-publish";

const looks = {
  draft: { tone: "neutral", word: "Draft", icon: ClockIcon },
  published: { tone: "good", word: "Published", icon: CheckIcon },
  archived: { tone: "neutral", word: "Archived", icon: CrossIcon },
} satisfies Record<Storefront["status"], StateLook>;

interface Props {
  shop: Storefront | null;
  /** A product is on sale. */
  hasProduct: boolean;
  isRegistered: boolean;
  onChanged(shop: Storefront): void;
}

/** The address of a published shop, or the requirements for publishing. */
export function ShopStatus(props: Props) {
  const { shop, onChanged } = props;
  if (shop?.status === "published") {
    return (
      <PageAddress
        title="Your shop is published"
        text="Send the link, or let buyers scan it."
        url={shop.url}
        code="The shop’s page as a QR code"
      />
    );
  }
  const isDraft = shop?.status === "draft";
  return (
    <>
      {shop?.status === "archived" && (
        <Notice>
          The shop {shop.slug} is archived
          {shop.archivedAt && (
            <>
              {" "}
              since <LocalTime iso={shop.archivedAt} shape="short" locale="en" />
            </>
          )}
          . Its address can be used again 30 days after that. Your products are kept: create the
          next shop below.
        </Notice>
      )}
      <Section
        title="Publish your shop"
        text="Only you can see it until it is published."
        action={shop && <StateBadge look={looks[shop.status]} />}
      >
        <Requirements {...props} isSaved={isDraft} />
        {isDraft && <DraftActions shop={shop} onChanged={onChanged} />}
      </Section>
    </>
  );
}

/** What publishing needs, each with the page for it. */
function Requirements(props: Props & { isSaved: boolean }) {
  const { hasProduct, isRegistered, isSaved } = props;
  const { status } = useActing();
  return (
    <ol className="grid">
      <Step isDone={isSaved} title="Create the shop">
        Name and address are enough.
      </Step>
      <Step
        isDone={hasProduct}
        title="Put a product on sale"
        action={!hasProduct && <PageLink path="/dashboard/storefront/products">Products</PageLink>}
      >
        A shop needs one product that is on sale.
      </Step>
      <Step
        isDone={isRegistered}
        title="Register your business on-chain"
        action={!isRegistered && <PageLink path="/dashboard/settings/onchain">Register</PageLink>}
      >
        Payments go to your registered wallet.
      </Step>
      {status !== "active" && (
        <Step isDone={false} title="Reactivate your business">
          A business that is {status} can’t publish a shop.{" "}
          <a href="/contact" className="underline underline-offset-4">
            Contact us
          </a>
          .
        </Step>
      )}
    </ol>
  );
}

function DraftActions({ shop, onChanged }: { shop: Storefront } & Pick<Props, "onChanged">) {
  const { publish, busy, problem } = usePublish(onChanged);
  const why = useWhyNoCreating();
  return (
    <Actions
      path="/v1/storefront/publish"
      problem={problem}
      more={<ArchiveShop shop={shop} onArchived={onChanged} />}
    >
      <Offered why={why}>
        <Button busy={busy} onClick={publish}>
          Publish
        </Button>
      </Offered>
    </Actions>
  );
}

/** How a published shop is closed, for a while or for good; nothing for any other. */
export function ShopClosing({ shop, onChanged }: Pick<Props, "shop" | "onChanged">) {
  const { unpublish, busy, problem } = usePublish(onChanged);
  if (shop?.status !== "published") return null;
  return (
    <Section
      title="Close the shop"
      text="Unpublish to close it for a while: the address stays yours. Archive to close it for good."
    >
      <Actions
        path="/v1/storefront/unpublish"
        problem={problem}
        more={<ArchiveShop shop={shop} onArchived={onChanged} />}
      >
        <Button look="secondary" busy={busy} onClick={unpublish}>
          Unpublish
        </Button>
      </Actions>
    </Section>
  );
}

interface ActionsProps {
  path: string;
  problem: ReactNode;
  more: ReactNode;
  children: ReactNode;
}

const Actions = ({ path, problem, more, children }: ActionsProps) => (
  <div className="mt-5 grid gap-4">
    {problem}
    <div className="flex flex-wrap items-center gap-2">
      {children}
      {more}
      <span className="ml-auto max-sm:basis-full">
        <CopyCurl request={{ method: "POST", path, input: {} }} />
      </span>
    </div>
  </div>
);
