import { createInterface } from 'node:readline/promises';
import { errorMessage } from '../../../../db/files.ts';

export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  say(line: string): void;
}

/** Asks for one line. @throws {Error} if the terminal is closed instead */
async function ask({ input, output }: Terminal, question: string): Promise<string> {
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

/** Asks until `read` stops throwing, and shows why it did. Throws if the terminal closes. @param proposal for Enter */
export async function askUntilValid<T>(
  terminal: Terminal,
  question: string,
  read: (answer: string) => T,
  proposal = '',
): Promise<T> {
  for (;;) {
    const answer = await ask(terminal, proposal === '' ? `${question}: ` : `${question} [${proposal}]: `);
    try {
      return read(answer.trim() || proposal);
    } catch (error) {
      terminal.say(errorMessage(error));
    }
  }
}

/** Asks whether to go on; only `y` or `yes` means yes. Throws if the terminal closes. */
export async function isSure(terminal: Terminal, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(terminal, `${question} [y/N] `)).trim());
}

/** Asks for a secret, which is not shown while typed. Throws if the terminal closes. */
export async function askHidden(terminal: Terminal, question: string): Promise<string> {
  const { output } = terminal;
  output.write(question);
  const write = output.write.bind(output);
  output.write = () => true;
  try {
    return await ask(terminal, '');
  } finally {
    output.write = write;
    output.write('\n');
  }
}
