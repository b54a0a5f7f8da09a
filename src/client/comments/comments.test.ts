import { beforeEach, describe, expect, test } from 'vitest';
import { createDrafts } from '../desk/draft.ts';
import { fakeStorage } from '../store-testing.ts';
import { type CommentFields, commentsOn, readUnsent, rejectionOf } from './comments.ts';

const first = {
  revision: 1,
  content: 'The Star speaks of patience. The Tower is no threat. The Moon asks what you hide.',
};

let storage = fakeStorage();
beforeEach(() => {
  storage = fakeStorage();
});

/** A page, on the same device. */
function openPage(seen = first) {
  const drafts = createDrafts({ storage, username: 'nora', now: () => 0 });
  const draft = drafts.of<CommentFields>('comments/w1');
  let undo = () => {};
  const comments = commentsOn(draft, ({ action }) => {
    undo = action?.run ?? undo;
  });
  /** Begins to say something about some words. */
  function start(quote: string, text: string): void {
    const from = seen.content.indexOf(quote);
    comments.begin(seen.content, { from, to: from + quote.length });
    comments.type(text);
  }
  return {
    ...comments,
    start,
    say(quote: string, text: string) {
      start(quote, text);
      comments.keep();
    },
    rewrite(index: number, text: string) {
      comments.change(index);
      comments.type(text);
    },
    undo: () => undo(),
    list: () =>
      readUnsent(draft.$fields.get()).map(({ quote, text, before }) =>
        before === undefined ? [quote, text] : [quote, text, 'open'],
      ),
    rejection: (feedback = '') => rejectionOf(draft.$fields.get(), seen, feedback),
    isForgotten: () => draft.$fields.get() === null,
  };
}

const [onStar, onTower] = [
  ['Star', 'Which one?'],
  ['Tower', 'Why not?'],
];

/** A page with a comment on the Tower and one on the Star. */
function openWithBoth() {
  const page = openPage();
  page.say('Tower', ' Why not? ');
  page.say('Star', 'Which one?');
  return page;
}

test('comments are sent in the sequence of the text, with the version they are about', () => {
  expect(openWithBoth().rejection('Longer.')).toEqual({
    feedback: 'Longer.',
    revision: 1,
    comments: [
      { from: 4, to: 8, text: 'Which one?' },
      { from: 33, to: 38, text: 'Why not?' },
    ],
  });
});

test('a rejection without comments says no more than its feedback, and what was read', () => {
  expect(openPage().rejection('Longer.')).toEqual({ feedback: 'Longer.', revision: 1 });
  expect(openPage().rejection()).toEqual({ revision: 1 });
});

test('what was written, and what was begun, is there after a reload', () => {
  const page = openPage();
  page.say('Star', 'Which one?');
  page.start('Tower', 'Why n');
  const again = openPage();
  expect(again.list()).toEqual([onStar, ['Tower', 'Why n', 'open']]);
  expect(again.rejection().comments).toEqual([
    { from: 4, to: 8, text: 'Which one?' },
    { from: 33, to: 38, text: 'Why n' },
  ]);
});

test('one that is blank is not kept', () => {
  const page = openPage();
  page.say('Star', ' \n');
  expect(page.isForgotten()).toBe(true);
  page.start('Star', 'Which one?');
  page.cancel();
  expect(page.isForgotten()).toBe(true);
});

test('one that is removed can be put back', () => {
  const page = openWithBoth();
  page.remove(0);
  expect(page.list()).toEqual([onStar]);
  page.undo();
  expect(page.list()).toEqual([onStar, onTower]);
});

describe('one that is being written', () => {
  test('is kept when another one is begun or changed', () => {
    const page = openPage();
    page.start('Tower', 'Why not?');
    page.start('Star', 'Which one?');
    page.change(0);
    expect(page.list()).toEqual([['Tower', 'Why not?', 'open'], onStar]);
    page.rewrite(1, 'Which star?');
    page.start('Moon', '');
    expect(page.list()).toEqual([onTower, ['Star', 'Which star?'], ['Moon', '', 'open']]);
  });

  test('says again what it said when it is emptied, or given up', () => {
    const page = openWithBoth();
    page.rewrite(0, ' ');
    page.rewrite(1, 'Which star?');
    page.cancel();
    expect(page.list()).toEqual([onTower, onStar]);
  });
});

test('in a changed reading comments stand where their words are; those whose words are gone go with the feedback', () => {
  const before = openPage();
  before.say('Star', 'Which one?');
  before.say('The Tower is no threat.', 'Why not?');
  const page = openPage({
    revision: 2,
    content: 'Look: the Star speaks of patience. The Moon asks what you hide.',
  });
  expect(page.rejection('Longer.')).toEqual({
    feedback: 'Longer.\n\nOn “The Tower is no threat.”: Why not?',
    revision: 2,
    comments: [{ from: 10, to: 14, text: 'Which one?' }],
  });
});

test('comments that an older version of the service kept on the device are still there', () => {
  const content = 'One Star, two Stars';
  const list = [{ from: 14, to: 18, quote: 'Star', text: 'Which one?' }];
  const open = { from: 0, to: 3, quote: 'One', text: 'Why?', changed: null };
  expect(readUnsent({ content, comments: JSON.stringify({ list, open }) })).toEqual([
    { quote: 'Star', nth: 1, of: 2, prefix: 'One Star, two ', text: 'Which one?' },
    { quote: 'One', nth: 0, of: 1, prefix: '', text: 'Why?' },
  ]);
});
