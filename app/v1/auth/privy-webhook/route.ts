import { privyWebhook } from "@/lib/contract/privy-webhook";
import { takePrivyWebhook } from "@/lib/server/privy-webhook";
import { routes } from "@/lib/server/routes";
import { serveSigned } from "@/lib/server/serve-signed";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveSigned(privyWebhook, takePrivyWebhook),
});
