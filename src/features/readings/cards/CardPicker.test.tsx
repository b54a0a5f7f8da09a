import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReader } from '../../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../../tests/kit/components/fake-reader-server.ts';

const { keyboard } = userEvent;
const picker = page.getByRole('dialog', { name: 'The cards that were drawn' });
const finder = page.getByRole('combobox', { name: 'Find a card' });
const sequence = picker.getByRole('list', { name: 'The cards in order' });
const news = picker.getByRole('status');
const press = async (name: string) => {
  picker.getByRole('button', { name }).element().focus();
  await keyboard('{Enter}');
};

/** The names of the chosen cards, in their sequence. */
async function expectSequence(...names: string[]): Promise<void> {
  const shown = () =>
    sequence
      .getByRole('listitem')
      .elements()
      .map((card) => card.querySelector('p')?.textContent?.replace(/^\d+\. /, ''));
  await expect.poll(shown).toEqual(names);
}

/** Opens the cards of an order, and chooses three by typing. */
async function chooseThree() {
  await page.viewport(1280, 900);
  await openReader(fakeReaderServer(), { search: '?order=CT-7K3M9Q' });
  await expect.element(page.getByRole('button', { name: 'Choose cards' })).toBeEnabled();
  page.getByRole('button', { name: 'Choose cards' }).element().focus();
  await keyboard('{Enter}');
  await expect.element(finder).toHaveFocus();
  await keyboard('ten c{Enter}');
  await keyboard('moon{Enter}star rev{Enter}');
  await expect.element(news.getByText('The Star, reversed is card 3.')).toBeVisible();
  await expect.element(finder).toHaveFocus();
  await expect.element(finder).toHaveValue('');
  await expectSequence('Ten of Cups', 'The Moon', 'The Star');
}

test('finds cards by typing and reorders them without losing the focus', async () => {
  await chooseThree();
  const position = sequence.getByLabelText('Position of The Star');
  position.element().focus();
  await keyboard('Past{Alt>}{ArrowUp}{/Alt}');
  await expect.element(news.getByText('The Star, reversed is card 2 of 3.')).toBeVisible();
  await expect.element(position).toHaveFocus();
  await press('Move The Star up');
  await expectSequence('The Star', 'Ten of Cups', 'The Moon');
  await expect.element(picker.getByRole('button', { name: 'Move The Star up' })).toHaveFocus();
  await keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Change cards' })).toHaveFocus();
  await expect.element(page.getByText('The Star, reversed: Past; Ten of Cups; The Moon')).toBeVisible();
});

test('removes, restores, reverses, and drags a card', async () => {
  await chooseThree();
  await press('Remove The Moon');
  await expectSequence('Ten of Cups', 'The Star');
  await press('Put it back');
  await expectSequence('Ten of Cups', 'The Moon', 'The Star');
  await picker.getByLabelText('The Moon reversed').click();
  await expect.element(news.getByText('Now: The Moon, reversed.')).toBeVisible();
  const cards = sequence.getByRole('listitem');
  await userEvent.dragAndDrop(cards.first().getByTitle('Drag to move'), cards.nth(1), {
    targetPosition: { x: 20, y: 60 },
  });
  await expectSequence('The Moon', 'Ten of Cups', 'The Star');
});

test('accepts dropped text in the position field, but no dragged card', async () => {
  await chooseThree();
  const position = sequence.getByLabelText('Position of The Star').element();
  const isTaken = () => !position.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true }));
  expect(isTaken()).toBe(false);
  const handle = sequence.getByTitle('Drag to move').first().element();
  handle.dispatchEvent(new DragEvent('dragstart', { dataTransfer: new DataTransfer(), bubbles: true }));
  await expect.poll(isTaken).toBe(true);
});

test('says that Enter adds the card', async () => {
  await chooseThree();
  await keyboard('king of c');
  await expect.element(news.filter({ hasText: 'Enter to add' })).toBeVisible();
});

test('lists all cards of a suit', async () => {
  await chooseThree();
  await picker.getByRole('button', { name: 'Cups', exact: true }).click();
  const options = page.getByRole('option');
  await expect.poll(() => options.elements().length).toBe(14);
  await expect.element(news.getByText(/^14 cards\./)).toBeVisible();
});
