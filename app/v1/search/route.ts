import * as declarations from "@/lib/contract/search";
import { search } from "@/lib/domain/insight/search/search";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(declarations.search, search),
});
