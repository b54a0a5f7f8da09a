import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createDrafts } from '../../lib/kept-text.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { useDraft } from './desk-hooks.ts';

test('keeps what was typed with the version it was based on', async () => {
  const drafts = createDrafts({ storage: fakeStorage(), username: 'admin', now: Date.now });
  const draft = drafts.of<{ text?: string; version?: number }>('terms');
  function Terms({ version }: { version: number }) {
    const [{ text = '', ...others }, type] = useDraft(draft, { version });
    expect(others).toEqual({});
    return (
      <input
        aria-label="Terms"
        value={text}
        onChange={({ target }) => type(() => (target.value ? { text: target.value } : {}))}
      />
    );
  }
  const field = page.getByLabelText('Terms');
  const { rerender } = await render(<Terms version={4} />);
  await field.fill('New terms.');
  expect(draft.$fields.get()).toEqual({ text: 'New terms.', version: 4 });
  await rerender(<Terms version={5} />);
  await field.fill('Newer terms.');
  expect(draft.$fields.get()).toEqual({ text: 'Newer terms.', version: 4 });
  await field.fill('');
  expect(draft.$fields.get()).toBeNull();
});
