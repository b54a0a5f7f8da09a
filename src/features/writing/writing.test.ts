import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/store-testing.ts';
import { createDeskBase } from '../desk/desk-base.ts';
import { deskDependencies } from '../desk/desk-testing.ts';
import { createWriting } from './writing.ts';

function open(typed: Record<string, Record<string, string>>) {
  const storage = fakeStorage();
  for (const [name, fields] of Object.entries(typed))
    storage.setItem(`draft/boss/${name}`, JSON.stringify({ fields, savedAt: Date.now() }));
  const desk = createDeskBase(deskDependencies({}, { storage, username: 'boss', now: Date.now }));
  const writing = createWriting(desk, { writer: 'admin' });
  return {
    text: writing.draftOf('o1').$fields.get(),
    notes: writing.notesOf('o1').unsaved(),
    keys: Object.keys(storage),
    drafts: desk.drafts,
  };
}

const unsaved = { version: '0', isSaved: '' };

test.each([
  ['an admin’s form', 'upload/o1', { content: 'The Star', internalNotes: 'Which deck?' }, 'Which deck?'],
  ['a reader’s form', 'reading/o1', { content: 'The Star', internalNotes: 'Why?', ...unsaved }, 'Why?'],
  [
    'a reader’s form, saved',
    'reading/o1',
    { content: 'The Star', internalNotes: 'Why?', version: '3', isSaved: 'yes' },
    '',
  ],
])('what an earlier version kept of %s is there again', (_what, name, fields, notes) => {
  const { content, version = '0', isSaved = '' } = fields as Record<string, string>;
  const found = open({ [name]: fields });
  expect(found.text).toEqual({ content, version, isSaved });
  expect(found.notes).toBe(notes);
});

test('a text that is there already is not replaced by an older one', () => {
  const { text, drafts } = open({
    'upload/o1': { content: 'Old' },
    'reading/o1': { content: 'New', ...unsaved },
  });
  expect(text?.content).toBe('New');
  expect(drafts.of('upload/o1').$fields.get()).toEqual({ content: 'Old' });
});
