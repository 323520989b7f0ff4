import solc from "solc";
import { z } from "zod";
import type { CompilationUnit, CompilerSettings, Sources } from "./sources";

const hex = z.string().regex(/^[0-9a-f]*$/);
const place = z.object({ start: z.number(), length: z.number() });
const outputs = [
  "abi",
  "evm.bytecode.object",
  "evm.deployedBytecode.object",
  "evm.deployedBytecode.immutableReferences",
];
const problemShape = z.object({
  severity: z.string(),
  formattedMessage: z.string(),
  sourceLocation: z.object({ file: z.string() }).optional(),
});
const problems = z.object({ errors: z.array(problemShape).default([]) });
const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.record(z.string(), z.unknown())),
        evm: z.object({
          bytecode: z.object({ object: hex }),
          deployedBytecode: z.object({
            object: hex,
            immutableReferences: z.record(z.string(), z.array(place)).default({}),
          }),
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
  /** Where the immutables stand in the code on chain, in bytes. */
  immutables: readonly { start: number; length: number }[];
}

/** What a compiler is given: standard JSON, as block explorers and Sourcify take it too. */
export interface StandardInput {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: CompilerSettings & { outputSelection: Record<string, Record<string, string[]>> };
}

/** The compiler's input for a unit. */
export function standardInput({ files, settings }: CompilationUnit): StandardInput {
  return {
    language: "Solidity",
    sources: Object.fromEntries([...files].map(([name, content]) => [name, { content }])),
    settings: { ...settings, outputSelection: { "*": { "*": outputs } } },
  };
}

/** Answers standard JSON in standard JSON. */
export type Compiler = (input: string) => string;

const npmCompiler: Compiler = (input) => solc.compile(input);

/**
 * Compiles every unit with the npm compiler.
 * @returns Contracts by unit and name
 * @throws Error with the compiler's messages: an error, or a warning about a contract of this project
 */
export function compile(
  { units }: Sources,
  compiler = npmCompiler,
  isRefused = isOurs,
): Map<string, ReadonlyMap<string, CompiledContract>> {
  return new Map(
    units.map((unit) => [unit.name, compileInput(standardInput(unit), compiler, isRefused)]),
  );
}

/**
 * Compiles one input.
 * @returns Contracts by name
 * @throws Error with the compiler's messages: an error, or a warning about a contract of this project
 */
export function compileInput(
  input: StandardInput,
  compiler = npmCompiler,
  isRefused = isOurs,
): Map<string, CompiledContract> {
  const answer: unknown = JSON.parse(compiler(JSON.stringify(input)));
  const messages = problems.parse(answer).errors.filter(isRefused);
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
        immutables: Object.values(evm.deployedBytecode.immutableReferences).flat(),
      });
    }
  }
  return contracts;
}

type Problem = z.infer<typeof problemShape>;

export const isError = ({ severity }: Problem): boolean => severity === "error";

function isOurs(problem: Problem): boolean {
  return isError(problem) || (problem.sourceLocation?.file.startsWith("contracts/") ?? true);
}
