import { MessagePage } from "@/components/ui/message-page";
import type { ShopSpeech } from "./shop-speech";

/** A shop that its merchant has closed. */
export const ClosedShop = ({ say }: Pick<ShopSpeech, "say">) => (
  <MessagePage title={say("closedTitle")}>{say("closedIntro")}</MessagePage>
);
