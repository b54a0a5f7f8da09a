import { createInterface } from 'node:readline/promises';
import type { Call } from './command.ts';

type Ends = Pick<Call, 'input' | 'output'>;

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
