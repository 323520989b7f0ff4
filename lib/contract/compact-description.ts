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

/** What may be shared of a schema, and what then stands beside the reference; null for nothing. */
type Split = (schema: JsonObject) => { shared: JsonObject; own: JsonObject } | null;

/** A schema with its meaning. */
const meanings: Split = (schema) =>
  schema.description === undefined ? null : { shared: schema, own: {} };

/** The values alone, of a schema that says so much of them that they have a name: a list of words, or fields. */
const values: Split = ({ description, ...shared }) =>
  Array.isArray(shared.enum) || isObject(shared.properties)
    ? { shared, own: description === undefined ? {} : { description } }
    : null;

/**
 * Puts what is alike in a description under one name: fields of objects, parameters, bodies and answers that say the same in
 * several places, and then values that several fields describe in words of their own, which stand beside the reference.
 * With each of these references replaced by what it names, the description is as it was.
 */
export const compactDescription = (description: JsonObject): JsonObject =>
  compactBy(values, compactBy(meanings, description));

function compactBy(split: Split, description: JsonObject): JsonObject {
  const names = namesOf(split, description);
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
    added[kind][component] ??= walkObject(value, [...owners, name], { split, replace });
    return { $ref: `#/components/${kind}/${component}` };
  };
  const compact = walkDocument(description, { split, replace });
  const components = { ...(compact.components as MutableObject) };
  for (const kind of kinds) {
    const more = Object.entries(added[kind]).sort(([one], [other]) => (one < other ? -1 : 1));
    components[kind] = { ...(components[kind] as JsonObject), ...Object.fromEntries(more) };
  }
  return { ...compact, components };
}

const keyOf = ({ kind, value }: Part) => `${kind} ${JSON.stringify(value)}`;

/** The component of each part that stands in several places, by the part's key. */
function namesOf(split: Split, description: JsonObject): Map<string, string> {
  const candidates = new Map<string, Candidate>();
  const places = new Map<string, number>();
  const replace: Replace = (part) => {
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
  };
  walkDocument(description, { split, replace });
  const taken = takenNames(description);
  const names = new Map<string, string>();
  for (const [key, candidate] of candidates) {
    if (candidate.count === 1) continue;
    const sameName = places.get(`${candidate.kind} ${candidate.name}`) ?? 0;
    const isUsualMeaning = 2 * candidate.count > sameName;
    const name = possibleNames(candidate, isUsualMeaning).find(
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

/** What a part may be called: by itself where it means one thing in most places, or else with what it was first found in. */
function possibleNames(
  { kind, name, owners, value }: Candidate,
  isUsualMeaning: boolean,
): string[] {
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
  return isUsualMeaning ? [own, ...within] : within;
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

interface Walk {
  readonly split: Split;
  readonly replace: Replace;
}

function walkDocument(description: JsonObject, walk: Walk): JsonObject {
  const { paths, webhooks, components, ...rest } = description;
  const { schemas, responses, ...others } = components as JsonObject;
  return {
    ...rest,
    paths: walkPaths(paths as JsonObject, walk),
    webhooks: walkPaths(webhooks as JsonObject, walk),
    components: {
      schemas: mapValues(schemas as JsonObject, (schema, name) =>
        walkObject(schema as JsonObject, [name], walk),
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

const walkPaths = (paths: JsonObject, walk: Walk): JsonObject =>
  mapValues(paths, (item) =>
    mapValues(item as JsonObject, (operation) => walkOperation(operation as JsonObject, walk)),
  );

function walkOperation(operation: JsonObject, walk: Walk): JsonObject {
  const owners = [String(operation.operationId)];
  const change = (kind: Kind, name: string, value: JsonObject) =>
    "$ref" in value
      ? value
      : (walk.replace({ kind, name, owners, value }) ?? walkObject(value, owners, walk));
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
function walkObject(value: JsonObject, owners: readonly string[], walk: Walk): JsonObject {
  return mapValues(value, (item, key) => {
    if (key === "examples" || key === "example" || key === "enum") return item;
    if (!isObject(item)) return walkAny(item, owners, walk);
    if (key === "properties") {
      return mapValues(item, (field, name) => walkField(field, name, owners, walk));
    }
    if (key === "items") return walkField(item, `${owners.at(-1)}Item`, owners.slice(0, -1), walk);
    if (key === "schema" && typeof value.name === "string") {
      return walkField(item, value.name, owners, walk);
    }
    return walkObject(item, owners, walk);
  });
}

function walkAny(value: Json, owners: readonly string[], walk: Walk): Json {
  if (Array.isArray(value)) return value.map((item) => walkAny(item, owners, walk));
  return isObject(value) ? walkObject(value, owners, walk) : value;
}

function walkField(field: Json, name: string, owners: readonly string[], walk: Walk): Json {
  if (!isObject(field) || "$ref" in field) return field;
  const parts = walk.split(field);
  const replaced = parts && walk.replace({ kind: "schemas", name, owners, value: parts.shared });
  return replaced ? { ...replaced, ...parts.own } : walkObject(field, [...owners, name], walk);
}
