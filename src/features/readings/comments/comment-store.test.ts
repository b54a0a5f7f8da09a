import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from '../../../lib/kept-text.ts';
import { fakeStorage } from '../../../lib/store-testing.ts';
import {
  type CommentFields,
  createCommentDraft,
  rejectionOf,
  unsentComments,
  writtenComments,
} from './comment-store.ts';

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
  const comments = createCommentDraft(draft, () => {});
  return {
    ...comments,
    /** Comments on some words. */
    say(quote: string, text: string): void {
      const from = seen.content.indexOf(quote);
      comments.type(comments.begin(seen.content, { from, to: from + quote.length }), text);
    },
    list: () => writtenComments(draft.$fields.get()).map(({ quote, text }) => [quote, text]),
    rejection: (feedback = '') => rejectionOf(draft.$fields.get(), seen, feedback),
    isForgotten: () => draft.$fields.get() === null,
  };
}

test('sends comments in text order with the version they refer to', () => {
  const page = openPage();
  page.say('Tower', ' Why not? ');
  page.say('Star', 'Which one?');
  expect(page.rejection('Longer.')).toEqual({
    feedback: 'Longer.',
    revision: 1,
    comments: [
      { from: 4, to: 8, text: 'Which one?' },
      { from: 33, to: 38, text: 'Why not?' },
    ],
  });
});

test('sends only feedback and version when there are no comments', () => {
  expect(openPage().rejection('Longer.')).toEqual({ feedback: 'Longer.', revision: 1 });
  expect(openPage().rejection()).toEqual({ revision: 1 });
});

test('keeps comments after a reload', () => {
  openPage().say('Star', 'Which one?');
  expect(openPage().rejection().comments).toEqual([{ from: 4, to: 8, text: 'Which one?' }]);
});

test('drops a blank comment', () => {
  const page = openPage();
  page.say('Star', ' \n');
  expect(page.rejection()).toEqual({ revision: 1 });
  page.say('Tower', 'Why not?');
  expect(page.list()).toEqual([['Tower', 'Why not?']]);
  page.remove(0);
  expect(page.isForgotten()).toBe(true);
});

test('moves comments with their words, and adds lost ones to the feedback', () => {
  const before = openPage();
  before.say('Star', 'Which one?');
  before.say('The Tower is no threat.', 'Why not?');
  const content = 'Look: the Star speaks of patience. The Moon asks what you hide.';
  const page = openPage({ revision: 2, content });
  expect(page.rejection('Longer.')).toEqual({
    feedback: 'Longer.\n\nOn “The Tower is no threat.”: Why not?',
    revision: 2,
    comments: [{ from: 10, to: 14, text: 'Which one?' }],
  });
});

test('reads comments stored by older versions', () => {
  const star = { quote: 'Star', text: 'Which one?' };
  const placed = {
    list: [{ ...star, from: 14, to: 18 }],
    open: { quote: 'One', text: 'Why?', from: 0, to: 3 },
  };
  const counted = [{ ...star, nth: 1, of: 2, prefix: 'One Star, two ' }];
  expect(unsentComments({ comments: JSON.stringify(placed) })).toEqual([
    { ...star, from: 14 },
    { quote: 'One', text: 'Why?', from: 0 },
  ]);
  expect(unsentComments({ comments: JSON.stringify(counted) })).toEqual([
    { ...star, from: 0, prefix: 'One Star, two ' },
  ]);
});

test('ignores damaged comments and accepts new ones', () => {
  const page = openPage();
  page.draft.write({ comments: '[{"quote":"St' });
  expect(page.list()).toEqual([]);
  page.say('Star', 'Which one?');
  expect(page.list()).toEqual([['Star', 'Which one?']]);
});
