import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { mintKey } from "./mint-key";
import type { KeyRecord } from "./store-key";

/** Mints an API key by hand, with an entry in the audit log, which has nothing of its text. */
export async function issueKey(
  ctx: Pick<Context<OperatorActor>, "db" | "config" | "actor" | "requestId">,
  record: KeyRecord,
): Promise<{ id: string; key: string }> {
  return transaction(ctx.db, async (tx) => {
    const minted = await mintKey({ ...ctx, db: tx }, record);
    await recordAudit(ctx, tx, {
      action: "api_key.create",
      subject: { type: "api_key", id: minted.id },
      owner: {
        merchantId: record.kind === "platform" ? null : record.merchantId,
        mode: record.mode,
      },
      before: null,
      after: { ...record },
    });
    return minted;
  });
}
