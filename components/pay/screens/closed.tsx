import { failureWords } from "@/components/pay/failure-words";
import { usePay } from "@/components/pay/pay-context";
import { ResultMark } from "@/components/pay/result-mark";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { TxLink } from "@/components/pay/tx-link";
import { formatInstant, useTimeZone } from "@/components/time/local-time";
import { Button, ButtonLink } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";

function BackToMerchant({ look = "secondary" }: { look?: "primary" | "secondary" }) {
  const { page, say } = usePay();
  if (!page.cancelUrl) return null;
  return (
    <ButtonLink href={page.cancelUrl} look={look} wide>
      {say("backTo", { merchant: page.merchant.name })}
    </ButtonLink>
  );
}

/** The last attempt is dead for good, so that paying again cannot charge twice. */
export function Failed() {
  const { state, conductor, say } = usePay();
  const { failureCode, txHash } = state.status;
  const again = () => {
    conductor.signing = null;
    conductor.store.dispatch({ type: "pay_again" });
    void conductor.check();
  };
  return (
    <ScreenFrame
      title={say("failedTitle")}
      intro={`${say(failureWords(failureCode))} ${say("failedNothing")}`}
      mark={<ResultMark tone="bad" />}
    >
      {txHash && (
        <Facts>
          <Fact name={say("transaction")}>
            <TxLink hash={txHash} />
          </Fact>
        </Facts>
      )}
      <div className="grid gap-2.5">
        <Button wide onClick={again}>
          {say("payAgain")}
        </Button>
        <BackToMerchant />
      </div>
    </ScreenFrame>
  );
}

export function Expired() {
  const { page, say, locale } = usePay();
  const time = formatInstant(page.expiresAt, "full", locale, useTimeZone());
  return (
    <ScreenFrame
      title={say("expiredTitle")}
      intro={
        <span suppressHydrationWarning>
          {say("expiredIntro", { time, merchant: page.merchant.name })}
        </span>
      }
      mark={<ResultMark tone="over" />}
    >
      <BackToMerchant look="primary" />
    </ScreenFrame>
  );
}

export function Cancelled() {
  const { page, say } = usePay();
  return (
    <ScreenFrame
      title={say("cancelledTitle")}
      intro={say("cancelledIntro", { merchant: page.merchant.name })}
      mark={<ResultMark tone="over" />}
    >
      <BackToMerchant look="primary" />
    </ScreenFrame>
  );
}

/** The merchant's account is closed. */
export function Unavailable() {
  const { page, say } = usePay();
  return (
    <ScreenFrame
      title={say("unavailableTitle", { merchant: page.merchant.name })}
      intro={say("unavailableIntro", { merchant: page.merchant.name })}
      mark={<ResultMark tone="over" />}
    >
      <BackToMerchant look="primary" />
    </ScreenFrame>
  );
}

/** Paid, and held by screening: the merchant decides. */
export function Held() {
  const { page, state, say } = usePay();
  return (
    <ScreenFrame
      title={say("heldTitle")}
      intro={say("heldIntro", { merchant: page.merchant.name })}
      mark={<ResultMark tone="over" />}
    >
      {state.status.txHash && (
        <Facts>
          <Fact name={say("transaction")}>
            <TxLink hash={state.status.txHash} />
          </Fact>
        </Facts>
      )}
      <BackToMerchant />
    </ScreenFrame>
  );
}
