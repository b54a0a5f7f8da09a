import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../../tests/kit/components/answered-calls.ts';
import { openReader } from '../../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import type { ReadingComment } from '../../../shared/readings/comment-schema.ts';
import { aReaderOrder, aReading } from '../../desk/desk-testing.ts';

/* What an admin said about passages, beside the text that came back and in it. */

const field = page.getByRole('textbox', { name: 'Reading content' });
const area = () => field.element() as HTMLTextAreaElement;
const list = page.getByRole('region', { name: /^\d comments on the text/ });
const comments = list.getByRole('listitem');
const marks = () => [...(area().offsetParent?.querySelectorAll('mark') ?? [])];

async function openRejected(content: string, quotes: string[]) {
  const commented = quotes.map((quote, index): ReadingComment => {
    const from = content.indexOf(quote);
    const said = { id: `c${index}`, author: 'admin', createdAt: '2026-11-17T09:00:00.000Z', revision: 1 };
    return { ...said, from, to: from + quote.length, quote, text: `Why ${index}?` };
  });
  answerCalls({});
  await openReader(
    {
      readerOrders: async () => [aReaderOrder({ status: 'rejected' })],
      orderReading: async () => aReading({ content, comments: commented }),
      draft: async () => null,
    },
    { search: '?order=CT-7K3M9Q' },
  );
  await expect.element(field).toHaveValue(content);
}

/** The words under each mark, as the browser says which letter stands at a point; null for one out of sight. */
function markedWords(): (string | null)[] {
  const edge = area().getBoundingClientRect();
  const letterAt = (x: number, y: number) => {
    const caret = document.caretPositionFromPoint(x, y);
    return caret?.offsetNode === area() ? caret.offset : -1;
  };
  return marks().map((mark) => {
    const rects = [...mark.getClientRects()].filter(({ width }) => width > 0);
    const [first, last] = [rects[0], rects.at(-1)];
    if (!first || !last || first.top < edge.top || last.bottom > edge.bottom) return null;
    const from = letterAt(first.left + 1, (first.top + first.bottom) / 2);
    return area().value.slice(from, letterAt(last.right - 1, (last.top + last.bottom) / 2));
  });
}

test('keeps comments in place while editing, and reports lost passages', async () => {
  const content = 'The Star speaks of patience.\n\nThe Tower is no threat.\n\nGo in spring.';
  await openRejected(content, ['of patience', 'The Tower is no threat.', 'Go in spring.']);
  await expect.element(field).toHaveAccessibleDescription(/3 comments on the text/);
  await expect.element(comments.first()).toMatchTextContent('“of patience”Why 0?');
  await expect.poll(markedWords).toEqual(['of patience', 'The Tower is no threat.', 'Go in spring.']);
  await expectNoFlaws();

  await field.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}Look up. ');
  await expect.poll(markedWords).toEqual(['of patience', 'The Tower is no threat.', 'Go in spring.']);
  await list.getByRole('button', { name: 'Show in the text: The Tower is no threat.' }).click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(comments.nth(1)).toMatchTextContent('These words are no longer in the text.');
  await comments.first().getByRole('checkbox', { name: 'Done' }).click();
  await expect.poll(markedWords).toEqual(['Go in spring.']);
  await expect.element(list).toHaveAccessibleName('3 comments on the text, 1 done');
});

test.each([360, 1440])('shows the comments on a returned reading at once at %i px', async (width) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1440, 900));
  await openRejected('The Star speaks of patience.', ['The Star', 'of patience']);
  await expect.element(comments.first()).toBeInViewport({ ratio: 1 });
  await expect.element(field).toBeInViewport({ ratio: 1 });
  comments.last().element().scrollIntoView();
  await expect.element(comments.last()).toBeInViewport({ ratio: 1 });
  await expectNoFlaws();
});

const long = `${'The Star shines over what you ask. '.repeat(30)}${'Rindfleischetikettierung'.repeat(8)} and\tmore.\n\n`;

test.each([1440, 768, 360, 280])(
  'highlights the commented words at %i px, even when scrolled',
  async (width) => {
    await page.viewport(width, 720);
    onTestFinished(() => page.viewport(1440, 900));
    const second = 'The second passage, which is so long that it takes more than a line at every width';
    const quotes = ['The first passage', second, '✨ of'];
    await openRejected(
      `${long}The first passage ends here.\n\n${long}${long}${second}, ends here. 終わり ✨ of it.`,
      quotes,
    );
    for (const [index, quote] of quotes.entries()) {
      await expect
        .poll(() => {
          // Where it lies changes once more when the typeface is there, or the field has its size.
          area().scrollIntoView({ block: 'center', behavior: 'instant' });
          area().scrollTop +=
            (marks()[index]?.getBoundingClientRect().top ?? 0) - area().getBoundingClientRect().top - 30;
          return markedWords()[index];
        })
        .toBe(quote);
    }
  },
);
