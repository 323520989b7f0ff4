import * as forecast from "@/lib/contract/insight/forecast";
import { getForecast } from "@/lib/domain/insight/figures/get-forecast";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(forecast.getForecast, getForecast),
});
