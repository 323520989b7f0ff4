import { headers } from "next/headers";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { chooseLanguage } from "@/components/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/words/hosted/hosted-words";
import { sayIn } from "@/lib/core/say";

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
