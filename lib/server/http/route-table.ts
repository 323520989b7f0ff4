import { handledMethod, type RouteHandler } from "./http";

/** A `route.ts` file: its URL path with `[name]` segments, and what it exports. */
export interface RouteFile {
  path: string;
  handlers: Partial<Record<string, unknown>>;
}

export interface RouteMatch {
  /** The pattern that was matched. */
  path: string;
  handlers: RouteFile["handlers"];
  params: Record<string, string>;
}

interface Node {
  fixed: Map<string, Node>;
  named?: { name: string; node: Node };
  rest?: RouteFile;
  file?: RouteFile;
}

const emptyNode = (): Node => ({ fixed: new Map() });

function insert(root: Node, file: RouteFile): void {
  let node = root;
  for (const segment of file.path.split("/").filter(Boolean)) {
    if (/^\[\[?\.\.\./.test(segment)) {
      node.rest = file;
      // In double brackets the catch-all answers the path above it as well.
      if (segment.startsWith("[[")) node.file ??= file;
      return;
    }
    const name = /^\[(.+)\]$/.exec(segment)?.[1];
    if (name) {
      node.named ??= { name, node: emptyNode() };
      node = node.named.node;
    } else {
      const next = node.fixed.get(segment) ?? emptyNode();
      node.fixed.set(segment, next);
      node = next;
    }
  }
  node.file = file;
}

function find(node: Node, segments: string[], params: Record<string, string>): RouteMatch | null {
  const [segment, ...others] = segments;
  if (segment === undefined) return node.file ? { ...node.file, params } : null;
  const fixed = node.fixed.get(segment);
  const byName = fixed && find(fixed, others, params);
  if (byName) return byName;
  if (node.named) {
    const named = { ...params, [node.named.name]: decodeURIComponent(segment) };
    const found = find(node.named.node, others, named);
    if (found) return found;
  }
  return node.rest ? { ...node.rest, params } : null;
}

/**
 * Matches paths to route files as the App Router does: fixed segments before named ones, and a
 * catch-all last, with the path above it where it is optional.
 * @returns a function that finds the route of a path; it throws URIError for malformed escapes
 */
export function routeTable(files: readonly RouteFile[]): (path: string) => RouteMatch | null {
  const root = emptyNode();
  for (const file of files) insert(root, file);
  return (path) => find(root, path.split("/").filter(Boolean), {});
}

/** The API handler that a route file exports for a method; HEAD is answered as GET. */
export function handlerOf({ handlers }: RouteMatch, method: string): RouteHandler | null {
  const found = handlers[handledMethod(method)];
  return typeof found === "function" ? (found as RouteHandler) : null;
}
