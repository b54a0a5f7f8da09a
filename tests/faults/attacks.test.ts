import { testQuickly } from './quick-form.ts';

await testQuickly('attacks');
