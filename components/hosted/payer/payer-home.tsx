import type { HomeWords, SaySubscriptions } from "@/components/hosted/words/payer/payer-words";
import { shortHex } from "@/components/ui/short-hex";
import type {
  PayerHome as Home,
  PayerHomeActions,
  PayerWallets,
} from "@/lib/contract/subscriptions/payer-home";
import { Allowances } from "./allowances";
import { SignOutButton } from "./own-actions";
import { OwnCard } from "./own-card";
import { Said } from "./said";

interface Props {
  home: Home;
  wallets: PayerWallets;
  actions: PayerHomeActions;
  words: HomeWords;
  say: SaySubscriptions;
  locale: string;
}

/** What a wallet subscribes to, across merchants: rendered on the server, but for what is done with it. */
export function PayerHome({ home, wallets, actions, words, say, locale }: Props) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">
          {say("signedInAs")}{" "}
          <span translate="no" className="font-mono text-note text-ink" title={home.payer}>
            {shortHex(home.payer)}
          </span>
        </p>
        <SignOutButton signOut={actions.signOut} words={words} />
      </div>
      <Said />
      {home.subscriptions.length === 0 && <p>{say("none")}</p>}
      {home.subscriptions.map((own) => (
        <OwnCard key={own.id} own={own} actions={actions} words={words} say={say} locale={locale} />
      ))}
      <Allowances
        home={home}
        wallets={wallets}
        actions={actions}
        words={words}
        say={say}
        locale={locale}
      />
    </div>
  );
}
