import { readdirSync } from 'node:fs';
import type { Trial } from './trial.ts';

const folders = ['faults', 'money', 'attacks'] as const;
export type TrialFolder = (typeof folders)[number];

/** @returns every trial, or those of one folder: each module in it exports a list of them as `trials` */
export async function loadTrials(only?: TrialFolder): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const folder of only ? [only] : folders) {
    const files = readdirSync(new URL(`./${folder}`, import.meta.url)).filter((name) => name.endsWith('.ts'));
    for (const file of files.sort()) {
      const module: { trials?: Trial[] } = await import(new URL(`./${folder}/${file}`, import.meta.url).href);
      trials.push(...(module.trials ?? []));
    }
  }
  return trials;
}
