import { Attention } from "./attention";
import { HomeFigures } from "./home-figures";
import { InFlight } from "./in-flight";
import { SetupGuide } from "./setup-guide";

interface Props {
  origin: string;
  /** The local chain's id, where test mode is on it. */
  testChainId: number | null;
  isGuideAsked: boolean;
  /** The server's clock, milliseconds. */
  now: number;
}

/** Where a business stands, what needs it, and how it began. */
export function Home({ origin, testChainId, isGuideAsked, now }: Props) {
  return (
    <div className="grid min-w-0 gap-5">
      <SetupGuide {...{ origin, testChainId }} isAsked={isGuideAsked} />
      <Attention />
      <HomeFigures now={now} />
      <InFlight />
    </div>
  );
}
