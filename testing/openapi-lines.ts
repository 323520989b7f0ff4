/** JSON Schema and the parts of OpenAPI 3.1 around it, as far as the description uses them. */
interface Node {
  readonly [key: string]: unknown;
}

const TEXTS = new Set(["description", "example", "examples", "title", "summary"]);
const METHODS = ["get", "post", "put", "patch", "delete"];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Keywords that say what a value may be, without texts and without what stands on lines of its own. */
function constraintsOf(schema: Node): string {
  const own = Object.entries(schema).filter(
    ([key, value]) =>
      !TEXTS.has(key) &&
      !["type", "properties", "required", "items", "$ref", "anyOf", "oneOf", "allOf"].includes(
        key,
      ) &&
      !(key === "additionalProperties" && isNode(value)),
  );
  return own.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("");
}

function typeOf(schema: Node): string {
  if (typeof schema.$ref === "string") return schema.$ref.replace("#/components/", "");
  return Array.isArray(schema.type) ? schema.type.join("|") : String(schema.type ?? "any");
}

/** The schema beside `null`, where these two are all that a value may be. */
function besideNull({ anyOf }: Node): Node | null {
  const others = nodesOf(anyOf).filter(({ type }) => type !== "null");
  return nodesOf(anyOf).length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}

/** A line for the schema, and one for each field, item and alternative below it. */
function schemaLines(at: string, schema: Node, mark = ""): string[] {
  const nullable = besideNull(schema);
  if (nullable) return schemaLines(at, nullable, `${mark} nullable`);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(nodeOf(schema.properties)).flatMap(([name, field]) =>
    schemaLines(`${at}.${name}`, nodeOf(field), required.includes(name) ? " required" : ""),
  );
  const items = isNode(schema.items) ? schemaLines(`${at}[]`, schema.items) : [];
  const others = isNode(schema.additionalProperties)
    ? schemaLines(`${at}{}`, schema.additionalProperties)
    : [];
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((kind) =>
    nodesOf(schema[kind]).flatMap((one, index) => schemaLines(`${at} ${kind}${index + 1}`, one)),
  );
  const line = `${at} ${typeOf(schema)}${mark}${constraintsOf(schema)}`;
  return [line, ...fields, ...items, ...others, ...alternatives];
}

const contentLines = (at: string, holder: Node): string[] =>
  Object.entries(nodeOf(holder.content)).flatMap(([type, media]) =>
    schemaLines(
      `${at}${type === "application/json" ? "" : ` (${type})`}`,
      nodeOf(nodeOf(media).schema),
    ),
  );

function parameterLines(at: string, parameter: Node): string[] {
  if (typeof parameter.$ref === "string") return [`${at} ${typeOf(parameter)}`];
  const mark = parameter.required === true ? " required" : "";
  return schemaLines(`${at} ${parameter.in}.${parameter.name}`, nodeOf(parameter.schema), mark);
}

function responseLines(at: string, response: Node): string[] {
  const headers = Object.keys(nodeOf(response.headers)).join(",");
  return [`${at} headers=${headers}`, ...contentLines(at, response)];
}

function operationLines(at: string, operation: Node): string[] {
  const security = nodesOf(operation.security).map((one) => Object.keys(one).join("+"));
  return [
    `${at} ${operation.operationId}${security.length > 0 ? ` security=${security.join("|")}` : ""}`,
    ...nodesOf(operation.parameters).flatMap((parameter) => parameterLines(at, parameter)),
    ...contentLines(`${at} body`, nodeOf(operation.requestBody)),
    ...Object.entries(nodeOf(operation.responses)).flatMap(([status, response]) =>
      responseLines(`${at} ${status}`, nodeOf(response)),
    ),
  ];
}

const pathLines = (paths: unknown, prefix = ""): string[] =>
  Object.entries(nodeOf(paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => isNode(nodeOf(item)[method])).flatMap((method) =>
      operationLines(`${method.toUpperCase()} ${prefix}${path}`, nodeOf(nodeOf(item)[method])),
    ),
  );

/**
 * The API's description as text: a line for each operation, parameter, answer and field, with type and
 * constraints. What a component is stands once, under its name. Texts for people are left out.
 */
export function openapiLines(description: object): string[] {
  const { paths, webhooks, components } = description as Node;
  const { schemas, headers, parameters } = nodeOf(components);
  return [
    ...pathLines(paths),
    ...pathLines(webhooks, "webhook "),
    ...Object.entries(nodeOf(schemas)).flatMap(([name, schema]) =>
      schemaLines(`schemas/${name}`, nodeOf(schema)),
    ),
    ...Object.entries(nodeOf(headers)).flatMap(([name, header]) =>
      schemaLines(`headers/${name}`, nodeOf(nodeOf(header).schema)),
    ),
    ...Object.entries(nodeOf(parameters)).flatMap(([name, parameter]) =>
      parameterLines(`parameters/${name}`, nodeOf(parameter)),
    ),
  ];
}
