import { testShortTrials } from '../faults/short-trials.ts';

await testShortTrials('attacks', [
  'forged Host and X-Forwarded-*',
  'malformed requests',
  'unsafe calls from elsewhere',
]);
