import { usePay } from "@/components/hosted/pay/pay-context";
import { ProgressRows } from "@/components/hosted/pay/progress-rows";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { slownessOf } from "@/components/hosted/pay/slowness";
import { TxLink } from "@/components/hosted/pay/tx-link";
import { useLeaveGuard } from "@/components/hosted/pay/use-leave-guard";
import { WayBack } from "@/components/hosted/pay/way-back";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { formatDuration } from "@/components/ui/time/format-duration";
import { useNow } from "@/components/ui/time/use-now";

const TICK_MS = 1_000;

/** The server's clock, by the newest status that came. */
function useStatusClock(): number {
  const { status, readAtMs } = usePay().state;
  return useNow({ asOf: status.asOf, readAtMs }, TICK_MS);
}

/** The signatures are only in this tab until the server has them: it must not be closed. */
export function Relaying() {
  const { state, say } = usePay();
  const { step } = state;
  useLeaveGuard();
  const lost = step.name === "connected" && step.task.name === "relay" && step.task.lost;
  return (
    <ScreenFrame title={say("relayTitle")} intro={say("relayIntro")}>
      <ProgressRows reached={1} />
      <div role="status" className="empty:absolute">
        {lost && <Notice tone="wait">{say("relayLost")}</Notice>}
      </div>
    </ScreenFrame>
  );
}

/** Relayed, and not in a block yet. */
export function Submitted() {
  const { page, state, say } = usePay();
  const now = useStatusClock();
  const slowness = slownessOf(state.status, now);
  const merchant = page.merchant.name;
  const remark = {
    usual: null,
    slow: say("pendingSlow"),
    very_slow: say("pendingVerySlow", { merchant }),
  }[slowness];
  return (
    <ScreenFrame
      title={say("pendingTitle")}
      intro={say("pendingIntro", { network: page.network.label })}
    >
      <ProgressRows reached={2} />
      <div role="status" className="grid gap-2.5 empty:absolute">
        {state.status.failureCode && <Notice tone="wait">{say("pendingUnknown")}</Notice>}
        {remark && <Notice tone="wait">{remark}</Notice>}
      </div>
      <InFlightFacts />
      <p className="text-pretty text-muted text-sm">{say("pendingSafe")}</p>
    </ScreenFrame>
  );
}

/** In a block that may still be replaced: the payer is done, and beneath stands what is still to come. */
export function Seen() {
  const { page, state, say, locale } = usePay();
  const now = useStatusClock();
  const { expectedFinalAt } = state.status;
  const seconds = expectedFinalAt ? (Date.parse(expectedFinalAt) - now) / 1000 : 0;
  const slow = slownessOf(state.status, now) !== "usual";
  const intro = () => {
    const merchant = page.merchant.name;
    if (slow) return say("seenLate", { merchant });
    if (seconds <= 1) return say("seenSoon", { merchant });
    return say("seenIntro", { merchant, time: formatDuration(seconds, locale) });
  };
  return (
    <ScreenFrame title={say("seenTitle")} intro={intro()} mark={<ResultMark tone="good" />}>
      <ProgressRows reached={3} />
      <div role="status" className="empty:absolute">
        {slow && <Notice tone="wait">{say("seenSlow")}</Notice>}
      </div>
      <InFlightFacts />
      <WayBack href={page.successUrl} />
    </ScreenFrame>
  );
}

function InFlightFacts() {
  const { page, state, say } = usePay();
  const { txHash } = state.status;
  return (
    <Facts>
      {txHash && (
        <Fact name={say("transaction")}>
          <TxLink hash={txHash} />
        </Fact>
      )}
      <Fact name={say("reference")}>
        <span translate="no" className="break-all font-mono text-note">
          {page.sessionId}
        </span>
        <CopyButton
          compact
          text={page.sessionId}
          label={say("copy", { what: say("reference") })}
          copied={say("copied")}
        />
      </Fact>
    </Facts>
  );
}
