import { z } from 'zod';

// Zod finds out whether it may compile schemas by trying `eval`: in a browser our Content-Security-Policy
// forbids that, and the attempt alone is reported as a violation.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
