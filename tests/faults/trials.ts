import { readdirSync } from 'node:fs';
import type { Trial } from './trial.ts';

/** @returns every trial: each module in faults/, money/ and attacks/ exports a list of them as `trials` */
export async function loadTrials(): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const folder of ['faults', 'money', 'attacks']) {
    const files = readdirSync(new URL(`./${folder}`, import.meta.url)).filter((name) => name.endsWith('.ts'));
    for (const file of files.sort()) {
      const module: { trials?: Trial[] } = await import(new URL(`./${folder}/${file}`, import.meta.url).href);
      trials.push(...(module.trials ?? []));
    }
  }
  return trials;
}
