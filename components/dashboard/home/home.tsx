import { Attention } from "./attention";
import { Balances } from "./balances";
import { InFlight } from "./in-flight";
import { SetupGuide } from "./setup-guide";
import { Volume } from "./volume";

interface Props {
  origin: string;
  /** The local chain's id, where test mode is on it. */
  testChainId: number | null;
  isGuideAsked: boolean;
}

/** Where a business stands, what needs it, and how it began. */
export function Home({ origin, testChainId, isGuideAsked }: Props) {
  return (
    <div className="grid min-w-0 gap-5">
      <SetupGuide {...{ origin, testChainId }} isAsked={isGuideAsked} />
      <Attention />
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Volume />
        <Balances />
      </div>
      <InFlight />
    </div>
  );
}
