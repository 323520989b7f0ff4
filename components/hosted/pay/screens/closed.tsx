import { failureWords } from "@/components/hosted/pay/failure-words";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { TxFact } from "@/components/hosted/pay/tx-link";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { formatInstant, useTimeZone } from "@/components/ui/time/local-time";

function BackToMerchant({ look }: { look: "primary" | "secondary" }) {
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
  const { state, controller, say } = usePay();
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
        <BackToMerchant look="secondary" />
      </div>
    </ScreenFrame>
  );
}

const kinds = ["expired", "cancelled"] as const;

/**
 * Nothing to pay here: expired, cancelled, or of a merchant whose account is closed; or paid, and held by
 * screening, where the merchant decides.
 */
export function Over() {
  const { page, screen, say, locale } = usePay();
  const timeZone = useTimeZone();
  const merchant = page.merchant.name;
  const kind =
    kinds.find((one) => one === screen) ?? (screen === "review" ? "held" : "unavailable");
  const time = formatInstant(page.expiresAt, "full", locale, timeZone);
  return (
    <ScreenFrame
      title={say(`${kind}Title`, { merchant })}
      // The server writes the time in its own zone.
      intro={<span suppressHydrationWarning>{say(`${kind}Intro`, { merchant, time })}</span>}
      mark={<ResultMark tone="over" />}
    >
      <TxFact />
      <BackToMerchant look="primary" />
    </ScreenFrame>
  );
}
