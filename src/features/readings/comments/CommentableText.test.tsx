import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { selectWords } from '../../../../tests/kit/components/mouse.ts';
import { card, openApprovals } from '../../../../tests/kit/components/open-order.ts';
import { toast } from '../../../../tests/kit/components/toasts.ts';
import { aReading } from '../../desk/desk-testing.ts';
import type { Rejection, StaffApi } from '../../desk/staff-api.ts';

const content =
  'The Star stands over your question. It speaks of patience.\n\n' +
  'The Tower is no threat: it is the desk you have outgrown.\n\n' +
  'The Moon asks what you hide. Go in spring.';
const letter = card.getByRole('group', { name: 'Text of the reading' });
const comment = (quote: string) => letter.getByRole('region', { name: `Comment on “${quote}”` });
const field = (quote: string) => letter.getByLabelText(`Comment on “${quote}”`);
const button = (name: string) => letter.getByRole('button', { name, exact: true });

const openLetter = (calls: Partial<StaffApi> = {}) =>
  openApprovals(() => [aReading({ content })], calls, '?tab=approvals&reading=CT-7K3M9Q');

async function commentOn(quote: string, words: string) {
  await selectWords(letter, quote);
  await button('Comment').click();
  await expect.element(field(quote)).toHaveFocus();
  await userEvent.keyboard(words);
  await button('Add comment').click();
  await expect.element(comment(quote)).toMatchTextContent(words);
}

test('adds, edits, removes, and restores comments by mouse, and sends them', async () => {
  const sent: Rejection[] = [];
  await openLetter({
    async rejectReading(_, rejection) {
      sent.push(rejection);
      return aReading();
    },
  });
  await commentOn('It speaks of patience.', 'And of what else?');
  await commentOn('The Tower is no threat', 'Are you sure?');
  await button('Change the comment on “The Tower is no threat”').click();
  await expect.element(field('The Tower is no threat')).toHaveFocus();
  await userEvent.keyboard(' Really?');
  await button('Save comment').click();
  await expect.element(comment('The Tower is no threat')).toMatchTextContent('Are you sure? Really?');
  await button('Change the comment on “The Tower is no threat”').click();
  await userEvent.keyboard(' No.');
  await button('Cancel').click();
  await expect.element(comment('The Tower is no threat')).not.toMatchTextContent('No.');
  await expectNoFlaws();
  await button('Remove the comment on “It speaks of patience.”').click();
  await expect.element(comment('It speaks of patience.')).not.toBeInTheDocument();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(comment('It speaks of patience.')).toBeVisible();

  await card.getByRole('button', { name: 'Reject', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('2 comments on the text go with it.');
  await question.getByRole('button', { name: 'Reject' }).click();
  const comments = [{ text: 'And of what else?' }, { text: 'Are you sure? Really?' }];
  await expect.poll(() => sent).toMatchObject([{ comments }]);
});

test('moves an empty comment to the passage selected next', async () => {
  await openLetter();
  await selectWords(letter, 'The Star stands over your question.');
  await button('Comment').click();
  await expect.element(field('The Star stands over your question.')).toHaveFocus();
  await commentOn('It speaks of patience.', 'Are you sure?');
  await expect.element(comment('The Star stands')).not.toBeInTheDocument();
});

test('comments on a passage selected by keyboard and saves with Ctrl+Enter', async () => {
  await openLetter();
  await expect.element(letter).toHaveAccessibleDescription(/Up\/Down selects a sentence/);
  (letter.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(card.getByText('Chosen: It speaks of patience.')).toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.element(card.getByText('Chosen: It speaks of patience', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('It speaks of patience')).toHaveFocus();
  await userEvent.keyboard('Why then?{Control>}{Enter}{/Control}');
  await expect.element(comment('It speaks of patience')).toMatchTextContent('Why then?');
  await expect.element(letter).toHaveFocus();
});
