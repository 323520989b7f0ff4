import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import type { ProblemWords, SayShop } from "@/components/hosted/words/shop/shop-words";
import type { SaySubscribe } from "@/components/hosted/words/subscribe/subscribe-words";

/** What the pages of a shop are worded with on the server. */
export interface ShopSpeech {
  readonly say: SayShop;
  /** Words of intervals. */
  readonly terms: SaySubscribe;
  readonly hosted: SayHosted;
  /** What the browser says of a purchase that is refused. */
  readonly problems: ProblemWords;
  readonly locale: string;
}
