import * as declarations from "@/lib/contract/insight/search";
import { search } from "@/lib/domain/insight/search/search";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(declarations.search, search),
});
