import { privyWebhook } from "@/lib/contract/identity/privy-webhook";
import { serveSigned } from "@/lib/server/api/serve-signed";
import { takePrivyWebhook } from "@/lib/server/endpoints/privy-webhook";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveSigned(privyWebhook, takePrivyWebhook),
});
