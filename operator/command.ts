import type { z } from "zod";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";

/** What a command works with; the chains are asked for when they are needed. */
export interface Desk extends Omit<Context<OperatorActor>, "chains"> {
  chains(): Promise<Chains>;
}

/** What a command says: lines for a person, and the same as data for a program. */
export interface Report {
  readonly lines: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** It was refused, or what was checked is not in order: the exit code is 1. */
  readonly refused?: boolean;
}

/** What a command found, and what it would do about it. */
export interface Finding extends Report {
  /** Does it; absent when there is nothing to do. It checks again what it relies on. */
  readonly apply?: () => Promise<Report>;
}

/** An option; its name on the command line is its key in kebab-case. */
export interface OptionText {
  /** What stands for the value in the help, such as `ID`; null for an option without one. */
  readonly value: string | null;
  readonly text: string;
}

interface CommandText {
  readonly name: string;
  readonly summary: string;
  /** What it does, when to use it, what it prints. */
  readonly help: string;
  /** The words after the name, such as `ADDRESS`. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, OptionText>>;
  /** It changes something: without `--apply` it only says what. */
  readonly changes: boolean;
}

/** A command of the operator's command line. */
export interface Command extends CommandText {
  /** @throws ZodError the words or options are not what it takes */
  find(desk: Desk, given: Readonly<Record<string, unknown>>): Promise<Finding>;
}

/** Declares a command; `input` reads the words, by their names in lowercase, and the options. */
export function defineCommand<Input>(
  declaration: CommandText & {
    readonly input: z.ZodType<Input>;
    run(desk: Desk, input: Input): Promise<Finding>;
  },
): Command {
  const { input, run, ...text } = declaration;
  return { ...text, find: async (desk, given) => run(desk, input.parse(given)) };
}

/** A context of the domain, with the chains. */
export async function contextOf(desk: Desk): Promise<Context<OperatorActor>> {
  return { ...desk, chains: await desk.chains() };
}
