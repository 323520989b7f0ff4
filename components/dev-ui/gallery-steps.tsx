import { Step } from "@/components/dashboard/step";
import { GuideStep } from "@/components/home/guide-step";
import { VolumeChart } from "@/components/home/volume-chart";
import { Button } from "@/components/ui/button";

const amounts = ["12000000", "0", "48000000", "31000000", "0", "90000000", "64000000"];
const days = amounts.map((amount, place) => ({
  day: `2026-04-2${place + 1}`,
  amount,
  currency: "USDC" as const,
  payments: amount === "0" ? 0 : 3,
}));

/** What is done in steps, and what was taken by day. */
export function GallerySteps() {
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
        <Step isDone title="Verify your e-mail address">
          Mails about your money go there.
        </Step>
        <Step
          isDone={false}
          title="Turn on two-factor sign-in"
          action={<Button look="secondary">Turn on</Button>}
        >
          An app on your phone is asked for at each sign-in.
        </Step>
      </ol>
      <VolumeChart days={days} />
    </div>
  );
}
