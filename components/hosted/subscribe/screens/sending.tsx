import { usePay } from "@/components/hosted/pay/pay-context";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useLeaveGuard } from "@/components/hosted/pay/use-leave-guard";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

/** The signatures are only in this tab until the server has them: it must not be closed. */
export function Sending() {
  const { state, say } = usePay();
  const { words } = useSubscribing();
  const { step } = state;
  useLeaveGuard();
  const lost = step.name === "connected" && step.task.name === "relay" && step.task.lost;
  return (
    <ScreenFrame title={words("sendingTitle")} intro={say("relayIntro")}>
      <Spinner className="size-6 text-accent" />
      <div role="status" className="empty:absolute">
        {lost && <Notice tone="wait">{words("sendingLost")}</Notice>}
      </div>
    </ScreenFrame>
  );
}
