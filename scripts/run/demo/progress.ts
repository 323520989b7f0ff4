import type { WriteStream } from "node:tty";

/** Adds what is worth knowing of a step to its line. */
export type Note = (text: string) => void;

/** Tells how far a start has come. */
export interface Progress {
  /** Runs `work` and reports it with its duration. */
  step<Result>(name: string, work: (note: Note) => Promise<Result>): Promise<Result>;
  say(text: string): void;
}

/** Reports nothing. */
export const silence: Progress = {
  step: (_name, work) => work(() => {}),
  say: () => {},
};

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;
/** A step that takes longer is announced where no line can be redrawn. */
const ANNOUNCE_MS = 2_000;
const NAME_WIDTH = 24;

/** Reports one line per step: redrawn while it runs on a terminal, written once it is done elsewhere. */
export function reportTo(output: Pick<WriteStream, "write" | "isTTY">): Progress {
  return {
    async step(name, work) {
      const startedAt = performance.now();
      const stopAnimation = output.isTTY ? animate(output, name) : announce(output, name);
      let detail = "";
      const finish = (mark: string) => {
        stopAnimation();
        const seconds = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
        const line = `${mark} ${name.padEnd(NAME_WIDTH)}${seconds.padStart(8)}   ${detail}`;
        output.write(`${line.trimEnd()}\n`);
      };
      try {
        const result = await work((text) => {
          detail = text;
        });
        finish("✓");
        return result;
      } catch (error) {
        finish("✗");
        throw error;
      }
    },
    say: (text) => output.write(`${text}\n`),
  };
}

type Output = Parameters<typeof reportTo>[0];

function animate(output: Output, name: string): () => void {
  let frame = 0;
  const draw = () => {
    output.write(`\r${FRAMES[frame % FRAMES.length]} ${name}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    clearInterval(timer);
    output.write("\r\u001b[2K");
  };
}

function announce(output: Output, name: string): () => void {
  const timer = setTimeout(() => output.write(`… ${name}\n`), ANNOUNCE_MS);
  return () => clearTimeout(timer);
}
