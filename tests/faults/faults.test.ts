import { testShortTrials } from './short-trials.ts';

await testShortTrials('faults');
