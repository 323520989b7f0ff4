import type { Db } from "./sql";

/**
 * The driver's statement. `handler` takes it to a connection once it is awaited; `resolve` and
 * `reject` are what the connection calls. The driver offers no other way to choose the connection of
 * a statement, to bound its wait for one, or to know when it ended without awaiting it.
 */
export interface Statement extends Promise<unknown> {
  handler: (statement: Statement) => void;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

type Call = (...args: unknown[]) => unknown;

/**
 * The same client, whose statements are taken to a connection by `carry`. Fragments inside a
 * statement are statements that are never awaited.
 * @param drive the driver's own way, which the client's statements had
 */
export function routed<Client extends Db>(
  client: Client,
  carry: (statement: Statement, drive: Statement["handler"]) => void,
  own: Readonly<Record<string | symbol, unknown>>,
): Client {
  function route<Made>(made: Made): Made {
    if (!(made instanceof Promise)) return made;
    const statement = made as unknown as Statement;
    const drive = statement.handler;
    statement.handler = (given) => carry(given, drive);
    return made;
  }
  const unsafe = (...args: Parameters<Client["unsafe"]>) =>
    route(Reflect.apply(client.unsafe, client, args));
  return new Proxy(client, {
    apply: (target, self, args) => route(Reflect.apply(target as unknown as Call, self, args)),
    get: (target, name) => {
      if (name === "unsafe") return unsafe;
      return Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name);
    },
  });
}

/** Calls `ended` when the statement has its answer, regardless of who awaits it. */
export function onEnd(statement: Statement, ended: () => void): void {
  const { resolve, reject } = statement;
  let isOver = false;
  const once = () => {
    if (!isOver) ended();
    isOver = true;
  };
  statement.resolve = (value) => {
    once();
    resolve(value);
  };
  statement.reject = (error) => {
    once();
    reject(error);
  };
}
