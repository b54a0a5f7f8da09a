import { testQuickly } from '../faults/quick-form.ts';

await testQuickly('attacks', [
  'forged Host and X-Forwarded-*',
  'malformed requests',
  'unsafe calls from elsewhere',
]);
