import { usePay } from "@/components/hosted/pay/pay-context";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { tryAgain } from "@/components/hosted/subscribe/try-again";
import { Button } from "@/components/ui/button";

const causes = {
  insufficient_balance: "failedBalance",
  expired: "failedExpired",
  token_paused: "failedPaused",
  address_blocked: "failedBlocked",
  payer_blocked: "failedBlocked",
} as const;

const isCause = (code: string): code is keyof typeof causes => code in causes;

/** The enrolment can no longer be executed. */
export function Failed() {
  const { controller, say } = usePay();
  const { own, subscriber, words } = useSubscribing();
  const code = own.standing?.failureCode ?? "";
  return (
    <ScreenFrame
      title={words("failedTitle")}
      intro={words(isCause(code) ? causes[code] : "failedGeneric")}
      mark={<ResultMark tone="bad" />}
    >
      <div className="grid gap-2.5">
        <Button wide onClick={() => tryAgain(subscriber)}>
          {words("subscribeAgain")}
        </Button>
        <Button look="secondary" wide onClick={() => controller.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}
