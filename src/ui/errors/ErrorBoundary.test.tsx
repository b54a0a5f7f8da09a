import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { TypedTexts } from './typed-texts.tsx';
import '../../styles/desk.css';

test('shows a failed part as failed until a retry succeeds', async () => {
  answerCalls({ 'POST /api/client-errors': () => null });
  let isBroken = true;
  function Part() {
    if (isBroken) throw new Error('It cannot be drawn.');
    return <p>Here it is.</p>;
  }
  await render(
    <ErrorBoundary part="page">
      <Part />
    </ErrorBoundary>,
  );
  const failure = page.getByRole('alert').filter({ hasText: 'This part of the page has stopped working.' });
  await expect.element(failure).toBeVisible();
  isBroken = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Here it is.')).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

test('shows typed texts under their labels for copying', async () => {
  const texts = [
    { label: 'Reading content', text: 'The Star' },
    { label: '', text: 'The Moon' },
  ];
  await render(<TypedTexts texts={texts} />);
  await expect.element(page.getByLabelText('Reading content')).toHaveValue('The Star');
  await expect.element(page.getByLabelText('What you typed')).toHaveValue('The Moon');
});
