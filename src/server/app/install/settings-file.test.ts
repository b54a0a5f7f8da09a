import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../../../tests/kit/temporary-folder.ts';
import { placesOf } from './machine.ts';
import { readSettings } from './settings-file.ts';

test('settings are read by the rules of systemd: the unit, then its drop-ins, then the file', () => {
  const root = folderOfTest();
  const { unit, settings } = placesOf(root);
  const files = {
    [unit]: '[Service]\nEnvironment=NODE_ENV=production\nEnvironment=DATABASE_PATH=/var/lib/unit.db\n',
    [join(`${unit}.d`, '10-disk.conf')]:
      '[Service]\nEnvironment=DATABASE_PATH=/srv/tarot.db "MAIL_FROM=Tarot at Work <hello@shop.org>" PORT=4322\n',
    [join(`${unit}.d`, 'notes.txt')]: 'Environment=PORT=1\n',
    [settings]: `# PORT=2\nPORT=4323\nSMTP_URL="smtps://a:it's@mail.shop.org"\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(readSettings(root)).toEqual({
    NODE_ENV: 'production',
    DATABASE_PATH: '/srv/tarot.db',
    MAIL_FROM: 'Tarot at Work <hello@shop.org>',
    PORT: '4323',
    SMTP_URL: "smtps://a:it's@mail.shop.org",
  });
});
