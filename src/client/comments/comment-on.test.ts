import { beforeEach, describe, expect, test } from 'vitest';
import { createDrafts } from '../desk/draft.ts';
import { fakeStorage } from '../store-testing.ts';
import { commentOn, rejectionOf, type SeenText, unsentOn } from './comment-on.ts';
import type { CommentFields } from './unsent-comments.ts';

const first: SeenText = {
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
  const commenting = commentOn(draft, seen);
  /** Begins to say something about some words. */
  function start(quote: string, text: string): void {
    const from = seen.content.indexOf(quote);
    commenting.begin({ from, to: from + quote.length });
    commenting.type(text);
  }
  return {
    ...commenting,
    start,
    say(quote: string, text: string) {
      start(quote, text);
      return commenting.keep();
    },
    rewrite(index: number, text: string) {
      commenting.change(index);
      commenting.type(text);
    },
    now: () => unsentOn(draft.$fields.get(), seen),
    list: () => unsentOn(draft.$fields.get(), seen).list.map(({ quote, text }) => [quote, text]),
    rejection: (feedback = '') => rejectionOf(draft.$fields.get(), seen, feedback),
    isForgotten: () => draft.$fields.get() === null,
  };
}

const [onStar, onTower] = [
  ['Star', 'Which one?'],
  ['Tower', 'Why not?'],
];

/** A page with a comment on the Star and one on the Tower. */
function openWithBoth() {
  const page = openPage();
  page.say('Tower', ' Why not? ');
  page.say('Star', 'Which one?');
  return page;
}

test('comments stand in the sequence of the text, and are sent with the version they are about', () => {
  const page = openWithBoth();
  expect(page.list()).toEqual([onStar, onTower]);
  expect(page.rejection('Longer.')).toEqual({
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
  expect(again.list()).toEqual([onStar]);
  expect(again.now().open).toMatchObject({ quote: 'Tower', text: 'Why n' });
  expect(again.rejection().comments).toEqual([
    { from: 4, to: 8, text: 'Which one?' },
    { from: 33, to: 38, text: 'Why n' },
  ]);
});

test('one that is emptied or blank is not kept, and stays open', () => {
  const page = openPage();
  expect(page.say('Star', ' \n')).toBe(false);
  expect(page.now().open).not.toBeNull();
  page.cancel();
  expect(page.isForgotten()).toBe(true);
});

test('what was begun about one passage goes on about another one that is chosen instead', () => {
  const page = openPage();
  page.start('Star', 'Say mo');
  page.begin({ from: 33, to: 38 });
  expect(page.now().open).toMatchObject({ quote: 'Tower', text: 'Say mo' });
});

describe('one that is being written while another is chosen', () => {
  test('is kept as it is when one of the list is changed instead', () => {
    const page = openPage();
    page.say('Tower', 'Why not?');
    page.start('Star', 'Which one?');
    page.change(0);
    expect(page.now().open).toMatchObject({ quote: 'Tower', text: 'Why not?' });
    page.type('Why?');
    page.keep();
    expect(page.list()).toEqual([onStar, ['Tower', 'Why?']]);
  });

  test('keeps what was changed when another one is changed, or begun', () => {
    const page = openWithBoth();
    page.rewrite(0, 'Which star?');
    page.rewrite(1, 'Why?');
    page.begin({ from: 62, to: 66 });
    expect(page.list()).toEqual([
      ['Star', 'Which star?'],
      ['Tower', 'Why?'],
    ]);
    expect(page.now().open).toMatchObject({ text: '', changed: null });
  });

  test('stays open when another one is removed, and put back', () => {
    const page = openWithBoth();
    page.rewrite(1, 'Why?');
    const putBack = page.remove(0);
    expect(page.now().open).toMatchObject({ quote: 'Tower', text: 'Why?', changed: 0 });
    putBack();
    page.keep();
    expect(page.list()).toEqual([onStar, ['Tower', 'Why?']]);
  });

  test('outlives the one that it was to replace', () => {
    const page = openPage();
    page.say('Star', 'Which one?');
    page.rewrite(0, 'Which star?');
    page.remove(0);
    page.keep();
    expect(page.list()).toEqual([['Star', 'Which star?']]);
  });

  test('says nothing when it is blank: what it was to replace stays', () => {
    const page = openWithBoth();
    page.rewrite(0, ' ');
    page.change(1);
    page.cancel();
    expect(page.list()).toEqual([onStar, onTower]);
  });
});

const second: SeenText = {
  revision: 2,
  content: 'Look: the Star speaks of patience. The Moon asks what you hide.',
};

test('in a changed reading comments move with their passages; those whose passage is gone go with the feedback', () => {
  const before = openPage();
  before.say('Star', 'Which one?');
  before.say('The Tower is no threat.', 'Why not?');
  before.start('Moon', 'Wh');
  const page = openPage(second);
  const { list, open } = page.now();
  expect(list[0]).toMatchObject({ from: 10, to: 14, text: 'Which one?' });
  expect(second.content.slice(open?.from, open?.to)).toBe(open?.quote);

  page.follow();
  const gone = { quote: 'The Tower is no threat.', text: 'Why not?', isGone: true };
  expect(page.now().list[1]).toMatchObject(gone);
  page.cancel();
  expect(page.rejection('Longer.')).toEqual({
    feedback: 'Longer.\n\nOn “The Tower is no threat.”: Why not?',
    revision: 2,
    comments: [{ from: 10, to: 14, text: 'Which one?' }],
  });
  expect(openPage(second).now().list[1]).toMatchObject({ isGone: true });
});
