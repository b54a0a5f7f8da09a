import { z } from 'zod';

// Zod tries `eval` to find out whether it may compile schemas: in a browser our Content-Security-Policy
// forbids that, and even the attempt is reported as a violation.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
