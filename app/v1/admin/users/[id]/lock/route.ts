import * as admin from "@/lib/contract/admin/users";
import { lockSignIn } from "@/lib/domain/admin/repairs/lock-sign-in";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.lockSignIn, lockSignIn),
});
