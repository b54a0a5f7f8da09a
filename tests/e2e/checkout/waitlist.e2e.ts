import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo, newTag, openPlain } from '../steps/steps.ts';

test('a paused shop emails those who asked once it sells again', async ({
  browser,
  page,
  service,
  admin,
}) => {
  const address = `maya.${newTag()}@customers.example`;
  await admin.ask('PUT', '/api/settings/calendar', { isPaused: true });
  const plain = await openPlain(browser, `${service.url}/`);

  await test.step('the closed page is a sentence and one field, at every width', async () => {
    for (const width of [360, 768, 1440]) {
      await plain.setViewportSize({ width, height: 900 });
      await plain.reload();
      const card = plain.getByRole('region', { name: 'Order your reading' });
      await expect(
        card.getByRole('heading', { name: 'We aren’t taking new orders right now' }),
      ).toBeVisible();
      await expect(card.getByRole('textbox')).toHaveCount(1);
      await expect(card.getByRole('button')).toHaveText('Tell me when you’re back');
    }
  });

  await test.step('a wrong address comes back with the reason', async () => {
    await plain.getByLabel('Email address').fill('maya@customers');
    await plain.getByRole('button', { name: 'Tell me when you’re back' }).click();
    await expect(plain.getByRole('alert')).toContainText('doesn’t look right');
    await expect(plain.getByLabel('Email address')).toHaveValue('maya@customers');
  });

  await test.step('the address is confirmed by the link in its mail', async () => {
    await plain.getByLabel('Email address').fill(address);
    await plain.getByRole('button', { name: 'Tell me when you’re back' }).click();
    await expect(plain.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const [mail] = await mailsTo(page.request, address, 1);
    await plain.goto(/http\S+\/reopening\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await expect(plain.getByRole('heading', { name: 'You’re on the list' })).toBeVisible();
  });

  await test.step('one mail comes when sales reopen', async () => {
    await admin.ask('PUT', '/api/settings/calendar', { isPaused: false });
    // The worker looks once a minute.
    await expect
      .poll(
        async () => {
          const answer = await page.request.get('/sandbox/mail.json', { params: { to: address } });
          return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject);
        },
        { timeout: 80_000 },
      )
      .toContain('Career Tarot is back');
  });
});
