import solc from "solc";
import { z } from "zod";
import { compilerSettings, type Sources } from "./sources";

const hex = z.string().regex(/^[0-9a-f]*$/);
const problem = z.object({
  severity: z.string(),
  formattedMessage: z.string(),
  sourceLocation: z.object({ file: z.string() }).optional(),
});
const problems = z.object({ errors: z.array(problem).default([]) });
const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.record(z.string(), z.unknown())),
        evm: z.object({
          bytecode: z.object({ object: hex }),
          deployedBytecode: z.object({ object: hex }),
        }),
      }),
    ),
  ),
});

export interface CompiledContract {
  source: string;
  abi: Record<string, unknown>[];
  /** Creation code, 0x hex; constructor arguments are appended to it. */
  bytecode: string;
  /** Code on chain with immutables zeroed, 0x hex; empty for interfaces. */
  deployedBytecode: string;
}

/**
 * Compiles with the npm compiler.
 * @returns Contracts by name
 * @throws Error with the compiler's messages: an error, or a warning about a contract of this project
 */
export function compile(sources: Sources): Map<string, CompiledContract> {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries([...sources.files].map(([name, content]) => [name, { content }])),
    settings: {
      ...compilerSettings,
      outputSelection: {
        "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] },
      },
    },
  };
  const answer: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const messages = problems.parse(answer).errors.filter(isOurs);
  if (messages.length > 0) {
    throw new Error(messages.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const contracts = new Map<string, CompiledContract>();
  for (const [source, byName] of Object.entries(output.parse(answer).contracts)) {
    for (const [name, { abi, evm }] of Object.entries(byName)) {
      contracts.set(name, {
        source,
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      });
    }
  }
  return contracts;
}

function isOurs({ severity, sourceLocation }: z.infer<typeof problem>): boolean {
  return severity === "error" || (sourceLocation?.file.startsWith("contracts/") ?? true);
}
