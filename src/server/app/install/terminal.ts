import { createInterface } from 'node:readline/promises';
import { errorMessage } from '../../../../db/files.ts';

interface Ends {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

export interface Terminal {
  ask(question: string): Promise<string>;
  /** Asks for a secret: what is typed is not shown. */
  askHidden(question: string): Promise<string>;
  say(line: string): void;
}

export function terminalOf(call: Ends & Pick<Terminal, 'say'>): Terminal {
  return {
    ask: (question) => askLine(call, question),
    askHidden: (question) => askHidden(call, question),
    say: call.say,
  };
}

/** Asks until the answer can be used. @param read throws what is wrong with an answer, which is shown */
export async function askUntilValid<T>(
  { ask, say }: Pick<Terminal, 'ask' | 'say'>,
  question: string,
  read: (answer: string) => T,
): Promise<T> {
  for (;;) {
    const answer = (await ask(`${question}: `)).trim();
    try {
      return read(answer);
    } catch (error) {
      say(errorMessage(error));
    }
  }
}

/** Asks whether to go on; anything but yes is no. */
export async function isSure({ ask }: Pick<Terminal, 'ask'>, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}

/** Asks one line on a terminal. @throws when the terminal is closed instead */
export async function askLine({ input, output }: Ends, question: string): Promise<string> {
  const terminal = createInterface({ input, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      terminal.once('close', () => reject(new Error('There was no answer.')));
      terminal.question(question).then(resolve, reject);
    });
  } finally {
    terminal.close();
  }
}

/** Asks a secret on a terminal, which does not show what is typed. */
export async function askHidden(ends: Ends, question: string): Promise<string> {
  const { output } = ends;
  output.write(question);
  const write = output.write.bind(output);
  output.write = () => true;
  try {
    return await askLine(ends, '');
  } finally {
    output.write = write;
    output.write('\n');
  }
}
