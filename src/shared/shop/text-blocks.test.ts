import { expect, test } from 'vitest';
import { headingId, questionsOf, questionsProblem, readBlocks, readQuestions } from './text-blocks.ts';

test('reads headings, paragraphs and lists across line breaks', () => {
  const text =
    '## Who we are\nOne person,\nand another.\n\nA second paragraph.\n- one\n- two,\n  longer\n\n- apart';
  expect(readBlocks(text)).toEqual([
    { kind: 'heading', text: 'Who we are' },
    { kind: 'paragraph', text: 'One person, and another.' },
    { kind: 'paragraph', text: 'A second paragraph.' },
    { kind: 'list', items: ['one', 'two, longer'] },
    { kind: 'list', items: ['apart'] },
  ]);
});

test('treats everything else as plain text', () => {
  expect(readBlocks('<script>alert(1)</script> **bold** #5 -3')).toEqual([
    { kind: 'paragraph', text: '<script>alert(1)</script> **bold** #5 -3' },
  ]);
});

test('reads each heading as a question and its blocks as answer', () => {
  const text = '## Does it?\nNo.\n\nNever.\n## How long?\n- Half a page\n- A page';
  expect(readQuestions(text)).toEqual([
    { question: 'Does it?', answer: 'No. Never.' },
    { question: 'How long?', answer: 'Half a page; A page' },
  ]);
});

test.each([
  'How long does delivery take?',
  'Which decks do you use, and is the number of cards limited?',
  'How many cards do you draw?',
  'HOW LONG will I wait?',
])('answers “%s” only on the page of the standard reading', (question) => {
  const faq = `## Does tarot predict the future?\nNo.\n## ${question}\nIt depends.`;
  expect(questionsOf(faq, true)).toHaveLength(2);
  expect(questionsOf(faq, false)).toEqual([{ question: 'Does tarot predict the future?', answer: 'No.' }]);
});

test.each([
  ['No question.', 'Begin with a question'],
  ['## One?\n\n## Two?\nYes.', '“One?” has no answer yet.'],
  ['## One?\nYes.', null],
])('checks %j as questions: %s', (text, problem) => {
  expect(questionsProblem(text)).toEqual(problem && expect.stringContaining(problem));
});

test.each([
  ['Who sees it?', 'who-sees-it'],
  ['Fu\u0308r wen?', 'für-wen'],
])('gives the heading %s the id %s', (heading, id) => {
  expect(headingId(heading)).toBe(id);
});
