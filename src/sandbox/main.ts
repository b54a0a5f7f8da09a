import { parseArgs } from 'node:util';
import { startSandbox } from './index.ts';

// The sandbox as a process of its own:
// node src/sandbox/main.ts --port 8420 --webhook-url URL --store FILE --bank-takes-ms 5000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'webhook-url': { type: 'string' },
    store: { type: 'string', default: ':memory:' },
    'bank-takes-ms': { type: 'string', default: '5000' },
  },
});

function tell(level: string) {
  return (facts: object, message: string) =>
    process.stderr.write(`${JSON.stringify({ level, msg: message, ...facts })}\n`);
}

const port = Number(values.port);
const bankTakesMs = Number(values['bank-takes-ms']);
const webhookUrl = values['webhook-url'];
const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
if (!webhookUrl || !URL.canParse(webhookUrl) || !isPort || !(bankTakesMs >= 0)) {
  process.stderr.write(
    'usage: main.ts --webhook-url URL [--port NUMBER] [--store FILE] [--bank-takes-ms NUMBER]\n',
  );
  process.exit(2);
}

try {
  const sandbox = await startSandbox({
    storePath: values.store,
    port,
    webhookUrl,
    bankTakesMs,
    log: { info: tell('info'), warn: tell('warn'), error: tell('error') },
  });
  process.stdout.write(`${JSON.stringify({ keys: sandbox.keys, apiBase: sandbox.apiBase })}\n`);
  const stop = () => {
    sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
