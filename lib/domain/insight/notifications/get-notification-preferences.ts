import type { Db } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getNotificationPreferences as declaration } from "@/lib/contract/insight/notifications";
import { notFound } from "@/lib/core/errors";
import {
  bellKinds,
  channelsOf,
  choiceOf,
  type NotificationKind,
  notificationChoices,
  notificationKinds,
  typesInBell,
} from "@/lib/core/insight/notification-kinds";
import { type EmailPrefs, emailPrefOf } from "@/lib/core/mails/mail-kinds";
import { mailReader } from "@/lib/domain/mails/mail-reader";
import type { Context, SessionActor } from "@/lib/domain/platform/context";

type Preferences = OutputOf<typeof declaration>;

interface Member {
  email: string | null;
  emailPrefs: EmailPrefs;
  /** Whether the merchant's address is theirs: mails go there alone. */
  isReader: boolean;
}

type Chosen = Record<string, boolean>;

/**
 * Where a member wants the notifications of a merchant, in both modes; the kinds alone for which they can choose.
 * @throws Refusal `not_found`: the merchant
 */
export async function getNotificationPreferences({
  db,
  actor,
  modules,
}: Pick<Context<SessionActor>, "db" | "actor" | "modules">): Promise<Preferences> {
  const member = await readMember(db, actor);
  const { bell, mail } = await readChosen(db, actor);
  const inBell = typesInBell(bell);
  const mailed = new Set(modules.mails.map(({ notification }) => notification));
  const data = notificationKinds.flatMap((kind) => {
    const offers = {
      bell: bellKinds.some((type) => type === kind),
      mail: member.isReader && mailed.has(kind),
    };
    const choices = choicesOf(offers);
    if (choices.length === 1) return [];
    const pref = emailPrefOf(kind);
    const isMailed = pref ? member.emailPrefs[pref] : (mail[kind] ?? true);
    const value = choiceOf({
      bell: inBell.some((type) => type === kind),
      mail: offers.mail && isMailed,
    });
    return [{ kind, value, choices }];
  });
  return {
    object: "notification_preferences",
    email: member.isReader ? member.email : null,
    data,
  };
}

/** The choices that have an effect, where only some channels have the kind. */
function choicesOf(offers: { bell: boolean; mail: boolean }) {
  return notificationChoices.filter((choice) => {
    const { bell, mail } = channelsOf(choice);
    return (!bell || offers.bell) && (!mail || offers.mail);
  });
}

async function readMember(db: Db, { merchantId, userId }: SessionActor): Promise<Member> {
  const [member] = await db<Member[]>`
    select email, email_prefs,
      coalesce((${mailReader(db, merchantId)}) = ${userId}, false) as is_reader
    from merchants where id = ${merchantId}`;
  if (!member) throw notFound("merchant");
  return member;
}

/** What a member has chosen, by kind; without an entry, as by default. */
async function readChosen(
  db: Db,
  { merchantId, userId }: SessionActor,
): Promise<{ bell: Chosen; mail: Chosen }> {
  const rows = await db<{ kind: NotificationKind; bell: boolean | null; mail: boolean | null }[]>`
    select kind, bell, mail from notification_preferences
    where merchant_id = ${merchantId} and user_id = ${userId}`;
  const chosen = (channel: "bell" | "mail") =>
    Object.fromEntries(
      rows.flatMap((row) => (row[channel] === null ? [] : [[row.kind, row[channel]]])),
    );
  return { bell: chosen("bell"), mail: chosen("mail") };
}
