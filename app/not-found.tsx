import { headers } from "next/headers";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { sayIn } from "@/lib/core/text/say";

/** The same for a mistyped page and an unknown payment. */
export default async function NotFound() {
  const { language } = chooseLanguage((await headers()).get("accept-language"));
  const say: SayHosted = sayIn(hostedWords[language]);
  return (
    <MessagePage
      title={say("notFoundTitle")}
      action={<ButtonLink href="/">{say("notFoundHome")}</ButtonLink>}
    >
      {say("notFoundIntro")}
    </MessagePage>
  );
}
