import type { HomeWords, SaySubscriptions } from "@/components/hosted/words/payer/payer-words";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Day } from "@/components/ui/time/day";
import type { OwnSubscription, PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { ChargeProgress } from "./charge-progress";
import { CancelButton, PayNowButton } from "./own-actions";
import { OwnCall } from "./own-call";
import {
  cancelPhrases,
  failureWords,
  isGoing,
  outlookWords,
  ownInterval,
  statusWords,
} from "./own-words";
import { Receipts } from "./receipts";

export interface CardProps {
  own: OwnSubscription;
  actions: Pick<PayerHomeActions, "cancel" | "payNow" | "readCharge">;
  words: HomeWords;
  say: SaySubscriptions;
  locale: string;
}

/** A subscription: what it costs, how it stands, what comes next, and how to end it. */
export function OwnCard(props: CardProps) {
  const { own, say, locale } = props;
  return (
    <article className="grid gap-4 rounded-2xl border border-line bg-raised p-4 sm:p-5">
      <header>
        <h2 dir="auto" tabIndex={-1} className="wrap-anywhere font-semibold text-lg tracking-tight">
          {own.plan?.name ?? say("otherPlan")}
        </h2>
        <p dir="auto" className="wrap-anywhere text-muted text-sm">
          {own.merchant.website ? (
            <a
              href={own.merchant.website}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center underline underline-offset-2"
            >
              {own.merchant.name}
            </a>
          ) : (
            own.merchant.name
          )}
        </p>
        <p className="mt-1.5 tabular-nums">
          {formatAmount(own, locale)} {ownInterval(own, say)}
        </p>
      </header>
      <Remarks {...props} />
      <OwnFacts {...props} />
      {isGoing(own) && <Buttons {...props} />}
      <div>
        {own.cancelCall && own.onchainCancel !== "confirmed" && (
          <OwnCall summary={say("cancelSelf")} call={own.cancelCall} say={say}>
            {say("cancelSelfText", { network: own.network.label })}
          </OwnCall>
        )}
        <Disclosure summary={say("receipts")}>
          <Receipts own={own} say={say} locale={locale} />
        </Disclosure>
      </div>
    </article>
  );
}

function Remarks({ own, actions, words, say }: CardProps) {
  const { id, plan, outlook, failureCode, currency, charging, onchainCancel, network } = own;
  return (
    <>
      {own.failed && (
        <Notice tone="wait">
          {say("failedStart")}{" "}
          {plan && (
            <a href={`/subscribe/${plan.id}`} className="underline underline-offset-2">
              {say("openPlan")}
            </a>
          )}
        </Notice>
      )}
      {failureCode && <Notice tone="bad">{failureWords(own, failureCode, say)}</Notice>}
      {charging && <ChargeProgress id={id} readCharge={actions.readCharge} words={words} />}
      {!failureCode && outlook && (
        <Notice tone={outlook === "good" ? "good" : "wait"}>
          {outlookWords(outlook, currency, say)}
        </Notice>
      )}
      {onchainCancel === "queued" && (
        <Notice>{say("endingOnChain", { network: network.label })}</Notice>
      )}
      {onchainCancel === "confirmed" && (
        <Notice tone="good">{say("endedOnChain", { network: network.label })}</Notice>
      )}
    </>
  );
}

function OwnFacts({ own, say, locale }: CardProps) {
  const money = (amount: string) => formatAmount({ ...own, amount }, locale);
  const isCharged = isGoing(own) && !own.paused;
  const dates = [
    {
      name: say(own.overdue ? "dueSince" : "nextCharge"),
      iso: isCharged ? own.nextChargeAt : null,
    },
    { name: say("triedUntil"), iso: isCharged ? own.graceEndsAt : null },
    { name: say("paidUntil"), iso: own.paidUntil },
    { name: say("ends"), iso: isGoing(own) ? own.endAt : null },
  ];
  return (
    <Facts>
      <Fact name={say("status")}>{statusWords(own, say)}</Fact>
      {dates.map(
        ({ name, iso }) =>
          iso && (
            <Fact key={name} name={name}>
              <Day iso={iso} timeZone={own.merchant.timeZone} locale={locale} />
            </Fact>
          ),
      )}
      <Fact name={say("charged")}>
        {own.cap === null
          ? money(own.charged)
          : say("chargedOf", { charged: money(own.charged), cap: money(own.cap) })}
      </Fact>
      <Fact name={say("network")}>{own.network.label}</Fact>
    </Facts>
  );
}

function Buttons({ own, actions, words, say, locale }: CardProps) {
  const isDue = own.overdue && !own.paused && !own.charging;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {isDue && (
        <PayNowButton
          id={own.id}
          amount={formatAmount({ ...own, amount: own.due }, locale)}
          actions={actions}
          words={words}
        />
      )}
      <CancelButton
        id={own.id}
        plan={own.plan?.name ?? say("otherPlan")}
        phrases={cancelPhrases(own, say)}
        cancel={actions.cancel}
        words={words}
      />
    </div>
  );
}
