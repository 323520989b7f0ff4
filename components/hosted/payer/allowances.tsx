import type { HomeWords, SaySubscriptions } from "@/components/hosted/words/payer/payer-words";
import { Fact, Facts } from "@/components/ui/facts";
import type {
  Allowance,
  PayerHome,
  PayerHomeActions,
  PayerWallets,
} from "@/lib/contract/subscriptions/payer-home";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { OwnCall } from "./own-call";
import { isPermitUnderWay } from "./own-words";
import { SignPermit } from "./sign-permit";

interface Props {
  home: Pick<PayerHome, "payer" | "allowances">;
  wallets: PayerWallets;
  actions: Pick<PayerHomeActions, "buildPermit" | "relayPermit" | "readPermit">;
  words: HomeWords;
  say: SaySubscriptions;
  locale: string;
}

/** What the wallet allows the contract for subscriptions, by the token and by the contract, and how to make the two equal. */
export function Allowances(props: Props) {
  const { home, say } = props;
  if (home.allowances.length === 0) return null;
  return (
    <section
      id="allowances"
      className="grid scroll-mt-4 gap-3 rounded-2xl border border-line p-4 sm:p-5"
    >
      <h2 tabIndex={-1} className="font-semibold text-lg tracking-tight">
        {say("allowances")}
      </h2>
      <p className="text-pretty text-muted text-sm">{say("allowancesText")}</p>
      {home.allowances.map((allowance) => (
        <TokenAllowance
          key={`${allowance.chainId} ${allowance.spender} ${allowance.token}`}
          {...props}
          allowance={allowance}
        />
      ))}
    </section>
  );
}

function TokenAllowance({ allowance, ...props }: Props & { allowance: Allowance }) {
  const { home, say, locale } = props;
  const { currency, network, allowed, committed, allowCall, permit } = allowance;
  const money = (amount: string) => formatAmount({ ...allowance, amount }, locale);
  const pending = permit && isPermitUnderWay(permit) ? permit : null;
  const isShort = BigInt(allowed) < BigInt(committed);
  const amount = money(committed);
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact name={say("allowed", { currency, network })}>{money(allowed)}</Fact>
        <Fact name={say("committed")}>{money(allowance.chargeable)}</Fact>
        {allowance.others !== "0" && <Fact name={say("others")}>{money(allowance.others)}</Fact>}
      </Facts>
      {(allowCall || pending) && (
        <SignPermit
          title={say(isShort ? "raise" : "lower", { amount })}
          text={say(isShort ? "permitRaise" : "permitLower", { amount, network })}
          payer={home.payer}
          allowance={{ ...allowance, permit: pending }}
          wallets={props.wallets}
          actions={props.actions}
          words={props.words}
        />
      )}
      {allowCall && !pending && (
        <OwnCall summary={say("allowSelf")} call={allowCall} say={say}>
          {say(isShort ? "raiseText" : "lowerText", { network })}
        </OwnCall>
      )}
    </div>
  );
}
