import { CodeLanguages } from "@/components/dashboard/developers/code-languages";
import { GuideStep } from "@/components/dashboard/home/guide-step";
import { VolumeChart } from "@/components/dashboard/home/volume-chart";
import { Step } from "@/components/dashboard/shell/step";
import { Markdown } from "@/components/site/markdown";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import type { ButtonLook } from "@/components/ui/button-look";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LinkedText } from "@/components/ui/linked-text";
import { Loading } from "@/components/ui/loading";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Snippet } from "@/components/ui/snippet";
import { TabLinks } from "@/components/ui/tab-links";
import { type Column, Table } from "@/components/ui/table";
import { GalleryFields } from "./gallery-fields";
import { GalleryList } from "./gallery-list";
import { GalleryMarks } from "./gallery-marks";
import { GalleryObject } from "./gallery-object";
import { GalleryOverlays } from "./gallery-overlays";
import { GalleryStates } from "./gallery-states";

const amounts = ["12000000", "0", "48000000", "31000000", "0", "90000000", "64000000"];
const days = amounts.map((amount, place) => ({
  day: `2026-04-2${place + 1}`,
  amount,
  currency: "USDC" as const,
  payments: amount === "0" ? 0 : 3,
}));

/** What is done in steps, and what was taken by day. */
function GallerySteps() {
  return (
    <div className="grid gap-8">
      <ol>
        <GuideStep isDone isCurrent={false} title="Create a test key">
          <p>It is made already.</p>
        </GuideStep>
        <GuideStep isDone={false} isCurrent title="Take a payment">
          <p>What comes next is open.</p>
          <Button>Create sample payment</Button>
        </GuideStep>
        <GuideStep isDone={false} isCurrent={false} title="Receive a webhook">
          <p>What comes later is folded up.</p>
        </GuideStep>
      </ol>
      <ol>
        <Step isDone title="Verify your email address">
          We send emails about your money to this address.
        </Step>
        <Step
          isDone={false}
          title="Turn on two-factor authentication"
          action={<Button look="secondary">Turn on</Button>}
        >
          Stipend asks for a code from an app on your phone at each sign-in.
        </Step>
      </ol>
      <VolumeChart days={days} />
    </div>
  );
}

const json = JSON.stringify({ id: "ps_1", amount: "49000000", currency: "USDC" }, null, 2);

const guide = `A guide has **strong words**, \`code\` and [links](quick-start.md).

| status | what it means |
|---|---|
| \`active\` | Paid |

- One thing
- Another one

\`\`\`sh
npm run demo
\`\`\`
`;

/** Code to be read and copied, and what opens to more. */
function GalleryCode() {
  return (
    <div className="grid gap-5">
      <CodeLine text="https://stipend.example/pay/ps_4fQx0wJt2mZk8sVb6nHc1yRd" />
      <CodeLine large text="sk_test_4fQx0wJt2mZk8sVb6nHc1yRd4fQx0wJt" />
      <CodeBlock text={json} />
      <Snippet text="npm run demo" />
      <CodeLanguages
        label="Say hello"
        code={{ curl: "curl $BASE/health", Node: 'await fetch(base + "/health");' }}
      />
      <p className="text-sm">
        <LinkedText text="Maintenance on Sunday, see https://status.example/sunday." />
      </p>
      <Disclosure summary="More">
        <p className="text-muted text-sm">What was folded up.</p>
      </Disclosure>
      <Markdown text={guide} base="/docs/guides" />
    </div>
  );
}

interface Row {
  id: string;
  amount: string;
  isFinal: boolean;
}

const columns: Column<Row>[] = [
  { name: "Payment", cell: ({ id }) => <CodeLine text={id} /> },
  {
    name: "State",
    cell: ({ isFinal }) => (
      <Badge tone={isFinal ? "good" : "wait"}>{isFinal ? "Confirmed" : "Pending"}</Badge>
    ),
  },
  { name: "Amount", isNumber: true, cell: ({ amount }) => `${amount} USDC` },
];

const rows: Row[] = [
  { id: "ps_4fQx0wJt2mZk8sVb6nHc1yRd", amount: "49.00", isFinal: true },
  { id: "ps_9aLr3cVw7pXe5tGu0bNf2kMs", amount: "1,234.50", isFinal: false },
];

/** A list in columns. */
function GalleryTable() {
  return <Table caption="Payments" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

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
            The server didn’t answer. Check your connection and try again.
          </ErrorState>
          <EmptyState action={<Button>Create payment</Button>}>
            No payments yet. Payments appear here as soon as they are created.
          </EmptyState>
          <Skeleton label="Loading" />
          <Loading />
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
            <Button key={look} look={look} blocked>
              {look}
            </Button>
          ))}
        </div>
      </div>
    </Section>
  );
}
