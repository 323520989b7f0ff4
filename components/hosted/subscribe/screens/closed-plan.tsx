import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";

/** The plan is archived and takes no new subscribers. */
function Archived() {
  const { plan, words } = useSubscribing();
  return (
    <ScreenFrame
      title={words("archivedTitle")}
      intro={words("archivedIntro", { plan: plan.name })}
      mark={<ResultMark tone="over" />}
    />
  );
}

/** The merchant may open no flow of money now. */
function Closed() {
  const { plan, words } = useSubscribing();
  const merchant = plan.merchant.name;
  return (
    <ScreenFrame
      title={words("closedTitle", { merchant })}
      intro={words("closedIntro", { merchant })}
      mark={<ResultMark tone="over" />}
    />
  );
}

/** Why no payer can subscribe. */
export default function ClosedPlan() {
  return useSubscribing().plan.active ? <Closed /> : <Archived />;
}
