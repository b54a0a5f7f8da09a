import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { findOutdatedIdentity, noteBuiltIdentity } from './built-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-built-'));
const note = join(folder, 'site.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('pages built with other settings than the service runs with are noticed', () => {
  const built = parseConfig({ PUBLIC_URL: 'http://127.0.0.1:4321' }).site;
  expect(findOutdatedIdentity(note, built)).toEqual([]);
  noteBuiltIdentity(note, built);
  expect(findOutdatedIdentity(note, built)).toEqual([]);
  const running = { PUBLIC_URL: 'https://tarot.example.com', READER_BIO: 'Another\n\nperson' };
  expect(findOutdatedIdentity(note, parseConfig(running).site)).toEqual(['READER_BIO', 'PUBLIC_URL']);
});
