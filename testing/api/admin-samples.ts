import type { Sql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import {
  newSigningSecret,
  sealSigningSecret,
} from "@/lib/domain/webhooks/endpoints/signing-secret";
import type { ApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { insertScreened, insertSubmission, sampleWallet } from "./money-rows";

/** What admin users are asked with. Their objects are no merchant's, so none of another is hidden from them. */
export async function adminSamples(target: ApiTarget): Promise<Record<string, Sample>> {
  const { db } = target;
  const adminId = newId("adminUser");
  await db`insert into admin_users ${db({ id: adminId, email: `${adminId}@example.com`, role: "read_only" })}`;
  await db`insert into broadcasts ${db({ id: newId("broadcast"), title: "Maintenance", body: "Sunday", audience: "all", createdBy: adminId })}`;
  const ofAdmin = { params: { id: adminId } };
  // Without keys and sessions, so that nothing else of these tests is refused once it is closed.
  const [ofMerchant, closing] = [await addMerchant(db), await addMerchant(db)];
  const [unsent, open, answered] = [
    await addMail(db),
    await addContactMessage(db, {}),
    await addContactMessage(db, { answeredAt: new Date(), answeredBy: adminId }),
  ];
  return {
    ...(await repairSamples(target)),
    lockSignIn: await addUser(db, "active"),
    unlockSignIn: await addUser(db, "disabled"),
    resendMail: unsent,
    answerContactMessage: open,
    reopenContactMessage: answered,
    inviteAdmin: { body: { email: `${newId("adminUser")}@example.com`, role: "admin" } },
    changeAdminRole: { ...ofAdmin, body: { role: "admin" } },
    changeAdminStatus: { ...ofAdmin, body: { status: "suspended" } },
    removeAdmin: ofAdmin,
    getMerchant: ofMerchant,
    suspendMerchant: ofMerchant,
    reactivateMerchant: ofMerchant,
    closeMerchant: closing,
    createBroadcast: { body: { title: "Maintenance", body: "On Sunday at 06:00 UTC." } },
    changeMerchantTier: { ...ofMerchant, body: { tier: "growth" } },
    changeMerchantStatus: { ...ofMerchant, body: { status: "suspended" } },
  };
}

/** Dry runs of what needs a chain; `lib/domain/admin/repairs` carries them out in its tests. */
async function repairSamples(target: ApiTarget): Promise<Record<string, Sample>> {
  const { db, chains } = target;
  const [deployment] = chains.deployments;
  if (!deployment) throw new Error("the target has a deployment");
  const { params } = await addMerchant(db);
  const id = await insertScreened(target, params?.id ?? "", deployment.mode, deployment);
  const wallet = { chainId: deployment.chainId, address: sampleWallet };
  await db`
    insert into relay_wallets ${db({ ...wallet, address: wallet.address.toLowerCase(), nextNonce: "0", retiredAt: new Date() })}
    on conflict do nothing`;
  const submissionId = await insertSubmission(
    ...([target, params?.id ?? "", deployment.mode, deployment, newId("request")] as const),
  );
  const held = { params: { id }, body: { dryRun: true } };
  return {
    releaseHeldPayment: held,
    refuseHeldPayment: held,
    refundHeldPayment: held,
    retireRelayWallet: { body: { ...wallet, dryRun: true } },
    requeueSubmission: { params: { id: submissionId }, body: { dryRun: true } },
    resumeIndexer: { body: { chainId: deployment.chainId, dryRun: true } },
    setKeeper: {
      body: {
        ...{ deploymentId: deployment.id, account: sampleWallet, allowed: true, dryRun: true },
      },
    },
    sweepFees: { body: { deploymentId: deployment.id, currency: "USDC", dryRun: true } },
    replayEndpointEvents: {
      params: { id: await addEndpoint(target, params?.id ?? "") },
      body: { fromPosition: 1 },
    },
  };
}

async function addEndpoint({ db, config }: ApiTarget, merchantId: string): Promise<string> {
  const id = newId("webhookEndpoint");
  // A server that starts beside these rows has to be able to open it.
  const secretSealed = sealSigningSecret(config, id, newSigningSecret());
  await db`insert into webhook_endpoints ${db({
    ...{ id, merchantId, mode: "test", url: "https://shop.example/hooks" },
    ...{ destination: "shop.example:443", events: ["payment.created"] },
    ...{ apiVersion: "2026-04-27", secretSealed },
  })}`;
  return id;
}

async function addUser(db: Sql, status: "active" | "disabled"): Promise<Sample> {
  const id = newId("user");
  await db`insert into users ${db({ id, provider: "test", subject: id, status })}`;
  return { params: { id }, body: { reason: "The account was taken over" } };
}

async function addMail(db: Sql): Promise<Sample> {
  const id = newId("mail");
  await db`insert into mails ${db({
    ...{ id, mode: "live", kind: "welcome", recipient: "ada@example.com", dedupeKey: id },
    ...{ facts: {}, state: "failed", failure: "timeout", closedAt: new Date() },
  })}`;
  return { params: { id }, body: { reason: "The server is back" } };
}

async function addContactMessage(db: Sql, rest: object): Promise<Sample> {
  const id = newId("contactMessage");
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db`insert into contact_messages ${db({
    ...{ id, name: "Ada", email: "ada@example.com", topic: "sales", message: "Hello", expiresAt },
    ...rest,
  })}`;
  return { params: { id } };
}

async function addMerchant(db: Sql): Promise<Sample> {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "Managed Bakery" })}`;
  return { params: { id } };
}
