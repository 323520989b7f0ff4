import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import type { ButtonLook } from "@/components/ui/button-look";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { GalleryCode } from "./gallery-code";
import { GalleryFields } from "./gallery-fields";
import { GalleryList } from "./gallery-list";
import { GalleryMarks } from "./gallery-marks";
import { GalleryObject } from "./gallery-object";
import { GalleryOverlays } from "./gallery-overlays";
import { GalleryStates } from "./gallery-states";
import { GallerySteps } from "./gallery-steps";
import { GalleryTable } from "./gallery-table";

const looks: ButtonLook[] = ["primary", "secondary", "quiet", "danger"];
const tones: BadgeTone[] = ["neutral", "good", "bad", "wait", "accent"];
const row = "flex flex-wrap items-center gap-3";

/** Every component of `components/ui`, and what the dashboard is made of, in its states. */
export function Gallery() {
  return (
    <div className="grid gap-5">
      <Buttons />
      <Section title="Icons and what stands in a line">
        <GalleryMarks />
      </Section>
      <Section title="Fields">
        <GalleryFields />
      </Section>
      <Section title="Badges">
        <div className={row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Section>
      <Section title="States of objects">
        <GalleryStates />
      </Section>
      <Section title="Notices and states">
        <div className="grid gap-4">
          <Notice>Something to know.</Notice>
          <Notice tone="good">Something went well.</Notice>
          <Notice tone="wait">Something takes a while.</Notice>
          <ErrorState requestId="req_4fQx0wJt2mZk8sVb6nHc1yRd">
            No answer. Check your connection and try again.
          </ErrorState>
          <EmptyState action={<Button>Create payment</Button>}>
            No payments yet. The first one appears here as soon as it is made.
          </EmptyState>
          <Skeleton label="Loading" />
        </div>
      </Section>
      <Section title="Tabs and table">
        <div className="grid gap-6">
          <TabLinks
            label="Parts"
            tabs={[
              { href: "#one", name: "All", isCurrent: true },
              { href: "#two", name: "Confirmed", isCurrent: false },
            ]}
          />
          <GalleryTable />
        </div>
      </Section>
      <Section title="Lists">
        <GalleryList />
      </Section>
      <Section title="Code">
        <GalleryCode />
      </Section>
      <Section title="Steps and figures">
        <GallerySteps />
      </Section>
      <Section title="Dialogs, drawer, menu, palette and toast">
        <GalleryOverlays />
      </Section>
      <Section title="Copying and scanning">
        <div className={row}>
          <CopyButton text="ps_1" label="Copy id" copied="Copied" />
          <CopyButton compact text="ps_1" label="Copy the id" copied="Copied" />
          <QrCode text="https://stipend.example" label="QR code of an address" />
        </div>
      </Section>
      <div className="rounded-2xl border border-line bg-canvas p-5 sm:p-6">
        <GalleryObject />
      </div>
    </div>
  );
}

function Buttons() {
  return (
    <Section title="Buttons" action={<ButtonLink href="#top">A link</ButtonLink>}>
      <div className="grid gap-4">
        <div className={row}>
          {looks.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
        </div>
        <div className={row}>
          {looks.map((look) => (
            <Button key={look} look={look} busy>
              {look}
            </Button>
          ))}
        </div>
        <div className={row}>
          {looks.map((look) => (
            <Button key={look} look={look} disabled>
              {look}
            </Button>
          ))}
        </div>
      </div>
    </Section>
  );
}
