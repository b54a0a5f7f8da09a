import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { pathToFileURL } from 'node:url';

/* The first step of `npm run release`: says what memory it needs before a build is killed for lack of it. */

const neededBytes = 1.5e9;
const leastBytes = 1e9;

/** Returns a line to print, and whether there is too little memory to begin. */
export function judgeMemory(bytes: number): { line: string; isTooLittle: boolean } {
  const needs = `Building takes 1.5 GB of memory, and there are ${(bytes / 1e9).toFixed(1)} GB.`;
  const isTooLittle = bytes < leastBytes;
  if (isTooLittle) {
    return { line: `${needs} Add swap, or build on another machine and copy release/.`, isTooLittle };
  }
  return { line: bytes < neededBytes ? `${needs} It may be killed: swap helps.` : needs, isTooLittle };
}

/** Returns the memory and swap of the machine, or this process's limit. */
function readMemory(): number {
  const all = totalmem() + readSwap();
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(all, limit) : all;
}

function readSwap(): number {
  if (process.platform !== 'linux') return 0;
  const [, kilobytes = '0'] = /^SwapTotal: +(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { line, isTooLittle } = judgeMemory(readMemory());
  console.log(line);
  if (isTooLittle) process.exitCode = 1;
}
