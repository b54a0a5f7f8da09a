import { describe, expect, test } from 'vitest';
import { requireNewFile, requireReadableFile, requireWritableFolder, type View } from './places.ts';

/** A file system with a folder of the user's, one of somebody else's, and one that is shut. */
const view: View = {
  user: 'tarot',
  kindOf: (path) => {
    if (path.startsWith('/shut/')) return 'hidden';
    if (['/', '/ours', '/theirs', '/shut'].includes(path)) return 'folder';
    return ['/ours/a.db', '/theirs/b.db'].includes(path) ? 'file' : null;
  },
  mayRead: (path) => !path.startsWith('/theirs'),
  mayWrite: (path) => path.startsWith('/ours'),
};

describe('a new file', () => {
  test.each([
    ['/ours/new.db', null],
    ['/ours/a.db', '/ours/a.db is there already. Choose another name.'],
    ['/ours', '/ours is a folder. Name a file in it, like /ours/NAME.'],
    ['/ours/no/new.db', 'There is no folder /ours/no. Make it first, or choose another place.'],
    ['/ours/a.db/new.db', '/ours/a.db is no folder. Choose another place.'],
    ['/theirs/new.db', 'User tarot may not write into /theirs. Name a file where it may, like /ours/new.db.'],
    ['/shut/new.db', 'User tarot may not look into /shut. Name a file where it may, like /ours/new.db.'],
  ])('%s: %s', (path, why) => {
    const check = () => requireNewFile(path, '/ours', view);
    if (why === null) expect(check).not.toThrow();
    else expect(check).toThrow(new Error(why));
  });
});

describe('a file to be read', () => {
  test.each([
    ['/ours/a.db', null],
    ['/ours/b.db', 'There is no file /ours/b.db.'],
    ['/ours', '/ours is a folder. Name a file in it.'],
    [
      '/theirs/b.db',
      'User tarot may not read /theirs/b.db. Put it where it may, like /ours, or give it to that user.',
    ],
    [
      '/shut/b.db',
      'User tarot may not look into /shut. Put it where it may, like /ours, or give it to that user.',
    ],
  ])('%s: %s', (path, why) => {
    const check = () => requireReadableFile(path, '/ours', view);
    if (why === null) expect(check).not.toThrow();
    else expect(check).toThrow(new Error(why));
  });
});

describe('a folder to be written', () => {
  const instead = 'Run this as the user that may, or give the folder to this one.';
  test.each([
    ['/ours', null],
    ['/ours/yet/to/come', null],
    ['/theirs/yet/to/come', `User tarot may not write into /theirs. ${instead}`],
    ['/shut/a', `User tarot may not write into /shut. ${instead}`],
    ['/ours/a.db/b', '/ours/a.db is no folder.'],
  ])('%s: %s', (path, why) => {
    const check = () => requireWritableFolder(path, view);
    if (why === null) expect(check).not.toThrow();
    else expect(check).toThrow(new Error(why));
  });
});

test('the real file system is looked at', () => {
  expect(() => requireNewFile(import.meta.filename, '/')).toThrow('is there already');
  expect(() => requireReadableFile(import.meta.filename, '/')).not.toThrow();
  expect(() => requireWritableFolder(`${import.meta.filename}/below`)).toThrow('is no folder');
});
