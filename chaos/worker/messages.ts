import type { Mode } from "@/lib/core/modes";
import type { Operations } from "./operations";

export type OperationName = keyof Operations;

/** Who asks, as the API would know from the key. */
export interface Caller {
  /** Null for the hosted page's own key, which names no merchant. */
  merchantId: string | null;
  mode: Mode;
}

export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type ValueOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

/** A request of a client, in place of HTTP. */
export interface Request<Name extends OperationName = OperationName> {
  id: number;
  operation: Name;
  caller: Caller;
  input: InputOf<Name>;
}

/** A "no" that the client can act on. */
export interface RefusalReply {
  code: string;
  message: string;
  reason: string | undefined;
}

export type Reply = { id: number } & (
  | { kind: "value"; value: unknown }
  | { kind: "refusal"; refusal: RefusalReply }
  /** The answer of an HTTP 500: nothing is known. */
  | { kind: "error"; message: string }
);
