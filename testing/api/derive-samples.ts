import type { Endpoint } from "@/lib/contract/endpoint";
import { JsonSchemas } from "@/lib/contract/json-schemas";
import { registry } from "@/lib/contract/registry";
import type { Json, JsonObject } from "@/lib/core/text/json";

/** A request that an endpoint accepts, and the ids in it that have an owner. */
export interface Sample {
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The path parameter that names a merchant's object; another merchant's must be 404. */
  owned?: string;
  /** Where a list's rows are. */
  table?: string;
}

/** The JSON Schema of a body, with its references resolved in `schemas`. */
export function bodySchema(endpoint: Endpoint): { schema: JsonObject; schemas: JsonSchemas } {
  const schemas = new JsonSchemas({});
  if (!endpoint.body) throw new Error(`${endpoint.path} has no body`);
  return { schema: schemas.add(endpoint.body, "body"), schemas };
}

export const requiredOf = (schema: JsonObject) => (schema.required ?? []) as readonly string[];
export const propertiesOf = (schema: JsonObject) =>
  (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;

/** What a body must hold, from the examples of its fields. */
function exampleBody(endpoint: Endpoint): Record<string, Json> {
  const { schema, schemas } = bodySchema(endpoint);
  const required = requiredOf(schema).map((name) => {
    const field = propertiesOf(schema)[name] ?? {};
    return [name, schemas.exampleOf(field)] as const;
  });
  return Object.fromEntries(required);
}

/** `/v1/invoices` of `/v1/invoices/{id}/send`. */
const baseOf = (path: string) => path.split("/{")[0] ?? path;
const isList = ({ query }: Endpoint) => query !== undefined && "limit" in query.shape;
/** `subscription_plans` of `/v1/subscription-plans`. */
const tableOf = (path: string) => (path.split("/").at(-1) ?? "").replaceAll("-", "_");

/**
 * The samples that follow from the declarations: of a list its own rows, of an object the one that `ids` names
 * under the path of its list, and of a body what the examples of its required fields make.
 */
export function deriveSamples(ids: Readonly<Record<string, string>>): Record<string, Sample> {
  return Object.fromEntries(
    [...registry].map(([name, endpoint]) => {
      const id = ids[baseOf(endpoint.path)];
      const sample: Sample = {
        ...(id && endpoint.path.includes("{id}") ? { params: { id }, owned: "id" } : {}),
        ...(isList(endpoint) ? { query: { limit: "5" }, table: tableOf(endpoint.path) } : {}),
        ...(endpoint.body ? { body: exampleBody(endpoint) } : {}),
      };
      return [name, sample];
    }),
  );
}
