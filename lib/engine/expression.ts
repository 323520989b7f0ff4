/** What an expression may look at: the run's event, and for `waitForEvent` the one that arrives. */
export interface ExpressionScope {
  event: unknown;
  async?: unknown;
}

/** A compiled expression. */
export type Expression = (scope: ExpressionScope) => unknown;

type Root = keyof ExpressionScope;
interface Tokens {
  readonly list: string[];
  next: number;
  readonly roots: readonly Root[];
}

const token = /\s*(?:(&&|==|\+)|('[^'\\]*'|"[^"\\]*")|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+))\s*/y;

/**
 * Compiles the part of CEL that both engines agree on: paths, string literals, `+`, `==` and `&&`.
 * @throws Error on anything else
 * @example
 * compileExpression("event.data.chainId")({ event: { data: { chainId: 1 } } }) // 1
 */
export function compileExpression(source: string, roots: readonly Root[] = ["event"]): Expression {
  try {
    const tokens = { list: tokenize(source), next: 0, roots };
    const expression = parseAnd(tokens);
    if (tokens.next < tokens.list.length)
      throw new Error(`unexpected "${tokens.list[tokens.next]}"`);
    return expression;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Unsupported expression "${source}": ${reason}`);
  }
}

function tokenize(source: string): string[] {
  const list: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    if (!match) throw new Error(`unexpected "${source.slice(at)}"`);
    list.push(match[1] ?? match[2] ?? match[3] ?? "");
  }
  return list;
}

function accept(tokens: Tokens, operator: string): boolean {
  if (tokens.list[tokens.next] !== operator) return false;
  tokens.next += 1;
  return true;
}

function parseAnd(tokens: Tokens): Expression {
  let result = parseEquals(tokens);
  while (accept(tokens, "&&")) {
    const left = result;
    const right = parseEquals(tokens);
    result = (scope) => left(scope) === true && right(scope) === true;
  }
  return result;
}

function parseEquals(tokens: Tokens): Expression {
  const left = parseSum(tokens);
  if (!accept(tokens, "==")) return left;
  const right = parseSum(tokens);
  return (scope) => {
    const value = left(scope);
    return value !== undefined && value === right(scope);
  };
}

function parseSum(tokens: Tokens): Expression {
  let result = parseTerm(tokens);
  while (accept(tokens, "+")) {
    const left = result;
    const right = parseTerm(tokens);
    result = (scope) => joinText(left(scope), right(scope));
  }
  return result;
}

/** Sums of anything but text have no value. */
function joinText(left: unknown, right: unknown): string | undefined {
  return typeof left === "string" && typeof right === "string" ? left + right : undefined;
}

function parseTerm(tokens: Tokens): Expression {
  const text = tokens.list[tokens.next];
  if (text === undefined) throw new Error("it ends early");
  tokens.next += 1;
  if (/^['"]/.test(text)) return () => text.slice(1, -1);
  const [root, ...path] = text.split(".");
  const known = tokens.roots.find((name) => name === root);
  if (!known) throw new Error(`unexpected "${text}"`);
  return (scope) => path.reduce<unknown>(readField, scope[known]);
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
