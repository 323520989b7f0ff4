import type { Json, JsonObject } from "@/lib/core/text/json";

type MutableObject = { [key: string]: Json };
const kinds = ["schemas", "parameters", "requestBodies", "responses"] as const;
type Kind = (typeof kinds)[number];

/** Bytes that a component has to save. */
const LEAST_SAVED = 20;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Something that may stand in several places. */
interface Part {
  readonly kind: Kind;
  /** Of its field, parameter or answer. */
  readonly name: string;
  /** The names of what it stands in, from the operation or component on. */
  readonly owners: readonly string[];
  readonly value: JsonObject;
}

interface Candidate extends Part {
  count: number;
}

/** Takes a part's place; null leaves it, and goes on inside of it. */
type Replace = (part: Part) => JsonObject | null;

/**
 * Puts what is alike in a description under one name: fields of objects, parameters, bodies and answers that say the same in
 * several places. With each of these references replaced by what it names, the description is as it was.
 */
export function compactDescription(description: JsonObject): JsonObject {
  const names = namesOf(description);
  const added: Record<Kind, MutableObject> = {
    schemas: {},
    parameters: {},
    requestBodies: {},
    responses: {},
  };
  const replace: Replace = (part) => {
    const { kind, owners, name, value } = part;
    const component = names.get(keyOf(part));
    if (component === undefined) return null;
    added[kind][component] ??= walkObject(value, [...owners, name], replace);
    return { $ref: `#/components/${kind}/${component}` };
  };
  const compact = walkDocument(description, replace);
  const components = { ...(compact.components as MutableObject) };
  for (const kind of kinds) {
    const more = Object.entries(added[kind]).sort(([one], [other]) => (one < other ? -1 : 1));
    components[kind] = { ...(components[kind] as JsonObject), ...Object.fromEntries(more) };
  }
  return { ...compact, components };
}

const keyOf = ({ kind, value }: Part) => `${kind} ${JSON.stringify(value)}`;

/** The component of each part that stands in several places, by the part's key. */
function namesOf(description: JsonObject): Map<string, string> {
  const candidates = new Map<string, Candidate>();
  const places = new Map<string, number>();
  walkDocument(description, (part) => {
    const place = `${part.kind} ${part.name}`;
    places.set(place, (places.get(place) ?? 0) + 1);
    const known = candidates.get(keyOf(part));
    if (!known) {
      candidates.set(keyOf(part), { ...part, count: 1 });
      return null;
    }
    known.count += 1;
    // What is in it counts in the first place alone: it will stand there alone.
    return part.value;
  });
  const taken = takenNames(description);
  const names = new Map<string, string>();
  for (const [key, candidate] of candidates) {
    if (candidate.count === 1) continue;
    const isOnlyMeaning = places.get(`${candidate.kind} ${candidate.name}`) === candidate.count;
    const name = possibleNames(candidate, isOnlyMeaning).find(
      (one) => !taken.has(one.toLowerCase()),
    );
    if (name === undefined || !isWorthIt(candidate, name)) continue;
    taken.add(name.toLowerCase());
    names.set(key, name);
  }
  return names;
}

function isWorthIt({ kind, value, count }: Candidate, name: string): boolean {
  const bytes = JSON.stringify(value).length;
  const reference = `{"$ref":"#/components/${kind}/${name}"}`.length;
  return (bytes - reference) * count - bytes - name.length >= LEAST_SAVED;
}

/** Over all kinds: some generators make a type of each component, of any kind. */
const takenNames = ({ components }: JsonObject): Set<string> =>
  new Set(
    Object.values(components as JsonObject).flatMap((named) =>
      Object.keys(named as JsonObject).map((name) => name.toLowerCase()),
    ),
  );

const capitalised = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

/** What a part may be called: by itself where it means one thing everywhere, or else with what it was first found in. */
function possibleNames({ kind, name, owners, value }: Candidate, isOnlyMeaning: boolean): string[] {
  const own = capitalised(name);
  const nearest = owners.map(capitalised).toReversed();
  const within = nearest.map(
    (_, index) =>
      nearest
        .slice(0, index + 1)
        .toReversed()
        .join("") + own,
  );
  if (kind === "responses") return [...answered(value), `${within.at(-1)}Answer`];
  return isOnlyMeaning ? [own, ...within] : within;
}

/** Named after the object that an answer has, or has a list of. */
function answered({ content }: JsonObject): string[] {
  const { schema } = (Object.values((content ?? {}) as JsonObject)[0] ?? {}) as JsonObject;
  const { $ref, properties } = (schema ?? {}) as JsonObject;
  const { items } = ((properties as JsonObject | undefined)?.data ?? {}) as JsonObject;
  const item = (items as JsonObject | undefined)?.$ref;
  const nameOf = (reference: Json | undefined, more: string) =>
    reference === undefined ? [] : [`${String(reference).split("/").at(-1)}${more}`];
  return [...nameOf($ref, "Answer"), ...nameOf(item, "ListAnswer")];
}

function walkDocument(description: JsonObject, replace: Replace): JsonObject {
  const { paths, webhooks, components, ...rest } = description;
  const { schemas, responses, ...others } = components as JsonObject;
  return {
    ...rest,
    paths: walkPaths(paths as JsonObject, replace),
    webhooks: walkPaths(webhooks as JsonObject, replace),
    components: {
      schemas: mapValues(schemas as JsonObject, (schema, name) =>
        walkObject(schema as JsonObject, [name], replace),
      ),
      responses: responses as JsonObject,
      ...others,
    },
  };
}

const mapValues = (
  object: JsonObject,
  change: (value: Json, name: string) => Json,
): MutableObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value as Json, name)]),
  );

const walkPaths = (paths: JsonObject, replace: Replace): JsonObject =>
  mapValues(paths, (item) =>
    mapValues(item as JsonObject, (operation) => walkOperation(operation as JsonObject, replace)),
  );

function walkOperation(operation: JsonObject, replace: Replace): JsonObject {
  const owners = [String(operation.operationId)];
  const change = (kind: Kind, name: string, value: JsonObject) =>
    "$ref" in value
      ? value
      : (replace({ kind, name, owners, value }) ?? walkObject(value, owners, replace));
  const { parameters, responses, requestBody } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? {
          parameters: parameters.map((one: JsonObject) =>
            change("parameters", String(one.name), one),
          ),
        }
      : {}),
    ...(isObject(requestBody) ? { requestBody: change("requestBodies", "body", requestBody) } : {}),
    responses: mapValues(responses as JsonObject, (one) =>
      change("responses", "", one as JsonObject),
    ),
  };
}

/** Goes through everything below a schema, or what has one. */
function walkObject(value: JsonObject, owners: readonly string[], replace: Replace): JsonObject {
  return mapValues(value, (item, key) => {
    if (key === "examples" || key === "example" || key === "enum") return item;
    if (key === "properties" && isObject(item)) return walkFields(item, owners, replace);
    return walkAny(item, owners, replace);
  });
}

function walkAny(value: Json, owners: readonly string[], replace: Replace): Json {
  if (Array.isArray(value)) return value.map((item) => walkAny(item, owners, replace));
  return isObject(value) ? walkObject(value, owners, replace) : value;
}

const walkFields = (fields: JsonObject, owners: readonly string[], replace: Replace): JsonObject =>
  mapValues(fields, (field, name) => {
    if (!isObject(field) || "$ref" in field) return field;
    const replaced = replace({ kind: "schemas", name, owners, value: field });
    return replaced ?? walkObject(field, [...owners, name], replace);
  });
