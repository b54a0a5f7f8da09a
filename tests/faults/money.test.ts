import { testShortTrials } from './short-trials.ts';

await testShortTrials('money');
