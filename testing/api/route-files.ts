import { type RouteFile, type RouteMatch, routeTable } from "@/lib/server/http/route-table";

/** The route files of the API, as the build finds them. */
const modules = import.meta.glob<RouteFile["handlers"]>(
  [
    "/app/v1/**/route.ts",
    "/app/store/**/route.ts",
    "/app/health/route.ts",
    "/app/ready/route.ts",
    "/app/openapi.json/route.ts",
    "/app/api/refused/**/route.ts",
  ],
  { eager: true },
);

export const routeFiles: readonly RouteFile[] = Object.entries(modules).map(([file, handlers]) => ({
  path: file.replace(/^\/app/, "").replace(/\/route\.ts$/, ""),
  handlers,
}));

/** The route of a path. */
export const findRoute: (path: string) => RouteMatch | null = routeTable(routeFiles);
