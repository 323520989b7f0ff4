import { ButtonLink } from "@/components/ui/button-link";
import { splitFee, toDecimal } from "@/lib/core/amounts/money";
import { feeBpsOf, type PlatformFees } from "@/lib/core/merchants/platform-fees";
import { SiteHeader } from "./site-frame";

const AMOUNT = 49_000_000n;

const stepsWith = (platformFees: PlatformFees) => [
  {
    title: "You open a payment",
    text: "One request with an amount. The response contains the address of the payment page.",
  },
  {
    title: "Your customer signs",
    text: "In their own wallet, without ether. Stipend sends the transaction and pays the network fee.",
  },
  {
    title: "You ship",
    text: `${shareText(platformFees)} A signed webhook confirms that the payment is final.`,
  },
];

function shareText(platformFees: PlatformFees): string {
  if (platformFees === "off") return `${toDecimal(AMOUNT)} USDC are in your wallet, without a fee.`;
  const { fee, net } = splitFee(AMOUNT, feeBpsOf("free", platformFees));
  return `Of ${toDecimal(AMOUNT)} USDC, ${toDecimal(net)} are in your wallet and ${toDecimal(fee)} is the fee.`;
}

interface Props {
  platformFees: PlatformFees;
  baseUrl: string;
  /** Whether payments settle here now, by mode: from the probes that monitors read. */
  settles: { readonly test: boolean; readonly live: boolean };
}

/** What Stipend is, in one screen: for merchants, developers and payers. */
export function StartPage({ platformFees, baseUrl, settles }: Props) {
  return (
    <div lang="en" className="relative isolate min-h-dvh overflow-hidden bg-panel">
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute top-[-16rem] right-[-24rem] size-[46rem] opacity-[0.09] sm:right-[-18rem] sm:size-[52rem]"
      />
      <SiteHeader path="/" />
      <main className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-10 px-5 pt-8 pb-16 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-center lg:pt-16">
        <div>
          <h1 className="max-w-xl text-balance font-semibold text-4xl tracking-tight sm:text-5xl">
            A signature in, a confirmed payment out.
          </h1>
          <p className="mt-5 max-w-xl text-pretty text-lg text-muted">
            Billing and hosted checkout for stablecoins. Your customers pay no network fee; you get
            USDC or EURC at your own address, and a signed webhook.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            {platformFees === "on" ? (
              <ButtonLink href="/signup">Create an account</ButtonLink>
            ) : (
              <ButtonLink href="/login">Sign in</ButtonLink>
            )}
            <ButtonLink look="secondary" href="/docs/guides/quick-start">
              Read the quick start
            </ButtonLink>
          </div>
          <p className="mt-6 text-muted text-sm">
            Now: live payments {settles.live ? "settle" : "do not settle"} here, test payments{" "}
            {settles.test ? (settles.live ? "too" : "do") : "do not"}.{" "}
            <a
              href="/status"
              className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
            >
              Status
            </a>
          </p>
        </div>
        <Example baseUrl={baseUrl} />
        <ol className="grid gap-6 sm:grid-cols-3 lg:col-span-2">
          {stepsWith(platformFees).map(({ title, text }) => (
            <li key={title} className="border-line border-t pt-4">
              <p className="font-semibold tracking-tight">{title}</p>
              <p className="mt-1 text-pretty text-muted text-sm leading-relaxed">{text}</p>
            </li>
          ))}
        </ol>
      </main>
    </div>
  );
}

/** The request that opens a payment here. */
function Example({ baseUrl }: { baseUrl: string }) {
  const request = `curl ${baseUrl}/v1/payment-sessions \\
  -H "Authorization: Bearer $STIPEND_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"${AMOUNT}","currency":"USDC"}'`;
  return (
    <figure className="min-w-0 rounded-2xl border border-line bg-raised p-5">
      <figcaption className="text-muted text-xs">
        Opens a payment of {toDecimal(AMOUNT)} USDC on this server
      </figcaption>
      <pre
        translate="no"
        className="wrap-anywhere mt-3 whitespace-pre-wrap font-mono text-note leading-relaxed"
      >
        {request}
      </pre>
    </figure>
  );
}
