import type { Sql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { ApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";

/** What admin users are asked with. Their objects are no merchant's, so none of another is hidden from them. */
export async function adminSamples({ db }: ApiTarget): Promise<Record<string, Sample>> {
  const adminId = newId("adminUser");
  await db`insert into admin_users ${db({ id: adminId, email: `${adminId}@example.com`, role: "read_only" })}`;
  await db`insert into broadcasts ${db({ id: newId("broadcast"), title: "Maintenance", body: "Sunday", audience: "all", createdBy: adminId })}`;
  const ofAdmin = { params: { id: adminId } };
  // Without keys and sessions, so that nothing else of these tests is refused once it is closed.
  const [ofMerchant, closing] = [await addMerchant(db), await addMerchant(db)];
  return {
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

async function addMerchant(db: Sql): Promise<Sample> {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "Managed Bakery" })}`;
  return { params: { id } };
}
