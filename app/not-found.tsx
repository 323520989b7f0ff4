import { headers } from "next/headers";
import { pickWords } from "@/components/pay/words/pick-words";
import { createSay } from "@/components/pay/words/say";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";

/** The same for a mistyped page and an unknown payment. */
export default async function NotFound() {
  const { words } = pickWords((await headers()).get("accept-language"));
  const say = createSay(words);
  return (
    <MessagePage
      title={say("notFoundTitle")}
      action={<ButtonLink href="/">{say("notFoundHome")}</ButtonLink>}
    >
      {say("notFoundIntro")}
    </MessagePage>
  );
}
