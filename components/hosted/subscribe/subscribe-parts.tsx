import { HostedFooter } from "@/components/hosted/hosted-footer";
import type { PayParts } from "@/components/hosted/pay/pay-context";
import { QrPanel } from "@/components/hosted/pay/qr-panel";
import { WalletLinks } from "@/components/hosted/pay/wallet-links";
import type { SaySubscribe } from "@/components/hosted/words/subscribe/subscribe-words";
import { desktopWalletLinks, mobileWalletLinks } from "@/lib/client/wallet/mobile-wallets";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import type { SubscribeSpeech } from "./subscribe-summary";
import { SubscribeSummary } from "./subscribe-summary";

/** Parts of the page that no state changes: rendered on the server, they cost no JavaScript. */
export function renderSubscribeParts(page: SubscribePage, speech: SubscribeSpeech): PayParts {
  const { say, words, hosted } = speech;
  const { chainId } = page.network;
  return {
    amount: formatAmount(page, speech.locale),
    summary: <SubscribeSummary page={page} {...speech} />,
    footer: (
      <HostedFooter
        merchant={page.merchant}
        say={hosted}
        className="flex px-5 pb-10 sm:mx-auto sm:w-full sm:max-w-md sm:px-0 lg:hidden"
      />
    ),
    next: <NextSteps title={say("nextTitle")} words={words} />,
    qr: <QrPanel pageUrl={page.pageUrl} say={say} />,
    phoneWallets: <WalletLinks links={mobileWalletLinks(page.pageUrl, chainId)} />,
    desktopWallets: <WalletLinks links={desktopWalletLinks(chainId)} />,
  };
}

/** What is coming, before any wallet opens. */
function NextSteps({ title, words }: { title: string; words: SaySubscribe }) {
  const lines = [words("next1"), words("next2"), words("next3")];
  return (
    <section aria-label={title}>
      <h3 className="font-medium text-muted text-sm">{title}</h3>
      <ol className="mt-2.5 grid gap-2">
        {lines.map((line, index) => (
          <li key={line} className="flex gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className="grid size-5 shrink-0 place-items-center rounded-full bg-panel font-medium text-[0.6875rem] text-muted tabular-nums"
            >
              {index + 1}
            </span>
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}
