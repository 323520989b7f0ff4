import { type TransactionSql, transaction } from "@/db/client";
import type { ApiKeyKind, LeakPlace } from "@/db/schema/api-keys";
import { keyHashes } from "@/lib/adapters/api-keys/key-hash";
import { isWellFormedKey } from "@/lib/core/identity/key-format";
import type { Mode } from "@/lib/core/modes";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { endKey } from "./end-key";
import { type EndedCounts, endMadeWith } from "./end-made-with";
import { keyLeakedMail } from "./key-mails";

/** What was found in public, and where. */
export interface FoundToken {
  readonly token: string;
  readonly url: string;
  readonly source: string;
}

interface FoundKey {
  id: string;
  kind: ApiKeyKind;
  merchantId: string | null;
  mode: Mode;
}

type RevokeContext = Pick<Context, "db" | "config" | "log" | "requestId">;

/** Places that are kept of a key. */
const MAX_PLACES = 20;

/**
 * Revokes the secret keys among what was found in public, with all that was made with them, and mails their owners.
 * Repeating it changes nothing.
 * @returns of each, whether it is a key that must not be public
 */
export async function revokeLeakedKeys(
  ctx: RevokeContext,
  found: readonly FoundToken[],
): Promise<boolean[]> {
  const secret = new Map<string, boolean>();
  for (const { token, url, source } of found) {
    const key = await findByText(ctx, token);
    const isSecret = key !== null && key.kind !== "publishable";
    secret.set(token, isSecret);
    if (!isSecret) continue;
    if (key.merchantId === null) {
      ctx.log.error(
        { key: key.id, url },
        "the hosted pages' own key was found in public: replace it",
      );
    } else {
      await revokeLeaked(ctx, { ...key, merchantId: key.merchantId }, { url, source });
    }
  }
  return found.map(({ token }) => secret.get(token) === true);
}

async function findByText({ db, config }: RevokeContext, token: string): Promise<FoundKey | null> {
  if (!isWellFormedKey(token)) return null;
  const [key] = await db<FoundKey[]>`
    select id, kind, merchant_id, mode from api_keys where hash in ${db(keyHashes(config, token))}`;
  return key ?? null;
}

async function revokeLeaked(
  ctx: RevokeContext,
  { id, merchantId, mode }: FoundKey & { merchantId: string },
  place: LeakPlace,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await tx`select 1 from merchants where id = ${merchantId} for no key update`;
    const endedKey = await endKey(tx, id, "leaked");
    const isNew = await notePlace(tx, { id, endedKey }, place);
    const ended = await endMadeWith(tx, { keyId: id, merchantId });
    if (!isNew && ended.keys + ended.endpoints + ended.replays === 0) return;
    await recordAudit({ ...ctx, actor: { kind: "system" } }, tx, {
      action: "api_key.leak",
      subject: { type: "api_key", id },
      owner: { merchantId, mode },
      before: { status: endedKey ? "active" : "revoked" },
      after: { status: "revoked", merchantId, ...place, ...ended },
    });
    if (isNew) await mailOwner(tx, id, { place, endedKey, ended });
  });
}

/** @returns whether the key was never found before */
async function notePlace(
  tx: TransactionSql,
  { id, endedKey }: { id: string; endedKey: boolean },
  place: LeakPlace,
): Promise<boolean> {
  const { count } = await tx`
    insert into api_key_leaks (key_id, places, ended_key)
    values (${id}, ${tx.json([{ ...place }])}, ${endedKey}) on conflict (key_id) do nothing`;
  if (count > 0) return true;
  await tx`
    update api_key_leaks set places = places || ${tx.json([{ ...place }])}
    where key_id = ${id} and not places @> ${tx.json([{ url: place.url }])}
      and jsonb_array_length(places) < ${MAX_PLACES}`;
  return false;
}

async function mailOwner(
  tx: TransactionSql,
  id: string,
  { place, endedKey, ended }: { place: LeakPlace; endedKey: boolean; ended: EndedCounts },
): Promise<void> {
  await queueMails(
    tx,
    tx`select m.id as merchant_id, k.mode, ${keyLeakedMail.kind} as kind, m.email as recipient,
      jsonb_build_object('businessName', m.business_name, 'keyId', k.id, 'name', k.name,
        'prefix', k.prefix, 'last4', k.last4, 'at', clock_now(), 'endedKey', ${endedKey}::boolean)
        || ${tx.json({ ...place, ended: { ...ended } })} as facts,
      k.id as about, false as withheld
    from api_keys k join merchants m on m.id = k.merchant_id
    where k.id = ${id}`,
  );
}
