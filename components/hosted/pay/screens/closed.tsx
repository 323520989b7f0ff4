import { failureWords } from "@/components/hosted/pay/failure-words";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { TxFact } from "@/components/hosted/pay/tx-link";
import { WayBack } from "@/components/hosted/pay/way-back";
import { Button } from "@/components/ui/button";
import { formatInstant, useTimeZone } from "@/components/ui/time/local-time";

/** The last attempt is dead for good, so that paying again cannot charge twice. */
export function Failed() {
  const { page, state, controller, say } = usePay();
  const { failureCode } = state.status;
  const again = () => {
    controller.signing = null;
    controller.store.dispatch({ type: "pay_again" });
    void controller.check();
  };
  return (
    <ScreenFrame
      title={say("failedTitle")}
      intro={`${say(failureWords(failureCode))} ${say("failedNothing")}`}
      mark={<ResultMark tone="bad" />}
    >
      <TxFact />
      <div className="grid gap-2.5">
        <Button wide onClick={again}>
          {say("payAgain")}
        </Button>
        <WayBack href={page.cancelUrl} look="secondary" />
      </div>
    </ScreenFrame>
  );
}

type OverScreen = "review" | "returned" | "expired" | "cancelled" | "unavailable";

/**
 * Nothing to pay here: expired, cancelled, or of a merchant whose account is closed; or paid, and held by
 * screening, where the merchant decides, or paid back.
 */
export function Over() {
  const { page, state, screen, say, locale } = usePay();
  const timeZone = useTimeZone();
  const merchant = page.merchant.name;
  const kind = screen as OverScreen;
  const time = formatInstant(page.expiresAt, "full", locale, timeZone);
  // By the server's clock: the merchant may end it before its time.
  const isEarly = kind === "expired" && page.expiresAt > state.status.asOf;
  const intro = isEarly ? "closedEarlyIntro" : (`${kind}Intro` as const);
  return (
    <ScreenFrame
      title={say(`${kind}Title`, { merchant })}
      // The server writes the time in its own zone.
      intro={<span suppressHydrationWarning>{say(intro, { merchant, time })}</span>}
      mark={<ResultMark tone="over" />}
    >
      <TxFact />
      <WayBack href={page.cancelUrl} />
    </ScreenFrame>
  );
}
