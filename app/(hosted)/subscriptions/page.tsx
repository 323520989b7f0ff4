import type { Metadata } from "next";
import { headers } from "next/headers";
import { PayerHome } from "@/components/hosted/payer/payer-home";
import { SignIn } from "@/components/hosted/payer/sign-in";
import { TestBar } from "@/components/hosted/test-bar";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import {
  homeWords,
  type SaySubscriptions,
  subscriptionsWords,
} from "@/components/hosted/words/payer/payer-words";
import { sayIn } from "@/lib/core/text/say";
import { findModes } from "@/lib/domain/subscriptions/payer-home/find-modes";
import { loadPayerHome } from "@/lib/domain/subscriptions/payer-home/load-payer-home";
import { findPayer } from "@/lib/domain/subscriptions/payer-home/payer-session";
import { pageContext } from "@/lib/server/pages/page-context";
import { payerToken } from "@/lib/server/pages/payer-cookie";
import {
  beginSignIn,
  buildPermit,
  cancel,
  completeSignIn,
  payNow,
  readCharge,
  readPermit,
  relayPermit,
  signOut,
} from "./actions";

interface Props {
  searchParams: Promise<{ locale?: string | string[]; mode?: string | string[] }>;
}

const permits = { buildPermit, relayPermit, readPermit };
const charges = { cancel, payNow, readCharge };
const actions = { beginSignIn, completeSignIn, signOut, ...charges, ...permits };

async function speechFor({ searchParams }: Props) {
  const [preferred] = [(await searchParams).locale].flat();
  const { language, locale } = chooseLanguage((await headers()).get("accept-language"), preferred);
  const words = subscriptionsWords[language];
  const say: SaySubscriptions = sayIn(words);
  const hosted: SayHosted = sayIn(hostedWords[language]);
  return { words: homeWords(words), say, hosted, locale };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { say } = await speechFor(props);
  return { title: { absolute: say("title") } };
}

/** What a wallet subscribes to. Live mode unless the link says otherwise or there is none; the two never mix. */
export default async function SubscriptionsRoute(props: Props) {
  const ctx = await pageContext();
  const { words, say, hosted, locale } = await speechFor(props);
  const [asked] = [(await props.searchParams).mode].flat();
  const { shown, other } = findModes(ctx, { asked });
  const { mode, wallets } = shown;
  const payer = await findPayer(ctx, await payerToken("payer"));
  const home = payer?.mode === mode ? await loadPayerHome(ctx, payer) : null;
  return (
    <>
      {mode === "test" && <TestBar say={hosted} />}
      <main className="mx-auto w-full max-w-2xl grow px-5 pt-10 pb-16 sm:px-8">
        <h1 className="font-semibold text-2xl tracking-tight">{say("title")}</h1>
        <p className="mt-1.5 text-pretty text-muted">{say(home ? "intro" : "signInIntro")}</p>
        {home ? (
          <PayerHome
            home={home}
            wallets={wallets}
            actions={actions}
            words={words}
            say={say}
            locale={locale}
          />
        ) : (
          <div className="mt-6 max-w-md">
            <noscript>
              <p className="rounded-xl bg-test-soft px-4 py-3 text-sm">{say("noScript")}</p>
            </noscript>
            <SignIn mode={mode} wallets={wallets} actions={actions} words={words} />
          </div>
        )}
        {other && (
          <p className="mt-8 text-sm">
            <a
              href={`/subscriptions?mode=${other}`}
              className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
            >
              {say(other === "test" ? "otherModeTest" : "otherModeLive")}
            </a>
          </p>
        )}
      </main>
    </>
  );
}
