import { useEffect } from "react";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { TxLink } from "@/components/hosted/pay/tx-link";
import { WayBack } from "@/components/hosted/pay/way-back";
import { keepBatch } from "@/components/hosted/subscribe/batch/kept-batch";
import { intervalWords } from "@/components/hosted/subscribe/interval-words";
import { resendMandate } from "@/components/hosted/subscribe/sign-and-subscribe";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Fact, Facts } from "@/components/ui/facts";
import { Day } from "@/components/ui/time/day";
import type { SubscriptionStatus } from "@/lib/core/states";
import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";

/** The subscription that was made here has begun. */
export function Enrolled() {
  const { plan, own, words } = useSubscribing();
  const { follows = false, status = "active" } = own.standing?.subscription ?? {};
  const [title, intro] = wordsOf(follows, status === "trialing");
  return (
    <ScreenFrame
      title={words(title)}
      intro={words(intro, { merchant: plan.merchant.name, plan: plan.name })}
      mark={<ResultMark tone="good" />}
    >
      <SubscriptionFacts />
      <Manage />
    </ScreenFrame>
  );
}

function wordsOf(follows: boolean, isTrial: boolean) {
  if (follows) return ["enrolledNextTitle", "enrolledNextIntro"] as const;
  if (isTrial) return ["enrolledTrialTitle", "enrolledTrialIntro"] as const;
  return ["enrolledTitle", "enrolledIntro"] as const;
}

/** The wallet subscribed before; near the end of what it agreed to, it may agree to the time after that. */
export function Subscribed() {
  const { controller, say, locale } = usePay();
  const { plan, own, subscriber, words } = useSubscribing();
  const endAt = own.standing?.subscription?.endAt ?? null;
  const canRenew = plan.active && plan.merchant.open && own.check?.follows === true;
  const end = endAt ? dayInWords(calendarDay(endAt, plan.merchant.timeZone), locale) : null;
  const intro = words("subscribedIntro", { plan: plan.name });
  const account = controller.connected?.account;
  useEffect(() => {
    // What the wallet was asked before has come to its end: renewing begins anew.
    if (account) keepBatch(plan.planId, account, null);
    // The answer to what was signed here may have been lost: the server tells that it has begun.
    void resendMandate(subscriber);
  }, [account, plan.planId, subscriber]);
  return (
    <ScreenFrame
      title={words("subscribedTitle")}
      intro={canRenew && end ? `${intro} ${words("subscribedEnds", { end })}` : intro}
      mark={<ResultMark tone="good" />}
    >
      <SubscriptionFacts />
      {canRenew && end && (
        <Button
          wide
          onClick={() => {
            subscriber.wallet.setTask({ name: "review" });
            subscriber.store.dispatch({ type: "renew" });
          }}
        >
          {words("renew", { end })}
        </Button>
      )}
      <Manage />
      <Button look="quiet" wide onClick={() => controller.leave()}>
        {say("otherWallet")}
      </Button>
    </ScreenFrame>
  );
}

function Manage() {
  const { plan, words } = useSubscribing();
  return (
    <div className="grid gap-2.5">
      <WayBack href={plan.returnTo} />
      <ButtonLink wide look="secondary" href={plan.manageUrl}>
        {words("manage")}
      </ButtonLink>
      <p className="text-pretty text-muted text-sm">{words("howToCancel")}</p>
    </div>
  );
}

const statusWords = {
  pending: "statusPending",
  trialing: "statusTrialing",
  active: "statusActive",
  past_due: "statusPastDue",
} as const;

const isShown = (status: SubscriptionStatus): status is keyof typeof statusWords =>
  status in statusWords;

function SubscriptionFacts() {
  const { say, locale, amount } = usePay();
  const { plan, own, words } = useSubscribing();
  const { subscription, txHash } = own.standing ?? { subscription: null, txHash: null };
  if (!subscription) return null;
  const { status, paused, nextChargeAt, endAt } = subscription;
  const { name: merchant, timeZone } = plan.merchant;
  return (
    <Facts className="rounded-2xl border border-line bg-raised px-4 py-1.5">
      <Fact name={words("plan")}>{plan.name}</Fact>
      <Fact name={words("price")}>
        {amount} {intervalWords(plan, words)}
      </Fact>
      {isShown(status) && (
        <Fact name={words("statusName")}>
          {paused ? words("statusPaused", { merchant }) : words(statusWords[status])}
        </Fact>
      )}
      {!paused && (
        <Fact name={words("thenCharge")}>
          {nextChargeAt ? (
            <Day iso={nextChargeAt} timeZone={timeZone} locale={locale} />
          ) : (
            words("noneAhead")
          )}
        </Fact>
      )}
      {endAt && (
        <Fact name={words("endsOn")}>
          <Day iso={endAt} timeZone={timeZone} locale={locale} />
        </Fact>
      )}
      {txHash && (
        <Fact name={say("transaction")}>
          <TxLink hash={txHash} />
        </Fact>
      )}
    </Facts>
  );
}
