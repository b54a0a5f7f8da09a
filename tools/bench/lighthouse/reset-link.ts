import { linkSecretIn } from '../../../src/shared/orders/link-secret.ts';
import { accountForm } from '../../../src/testing/account-form.ts';
import { expectOk, openBrowser, signIn, until } from '../../../tests/faults/running-service/browser.ts';

const email = 'admin@staff.example';

/**
 * Has the admin of a product on its sandbox forget their password.
 *
 * @returns the path of the link in their mail, which works for half an hour
 */
export async function newPasswordLink(url: string): Promise<string> {
  const admin = await signIn(url, 'admin');
  await expectOk(
    admin.call('PUT', '/api/account', accountForm({ email, currentPassword: 'demo-admin-pass' })),
  );
  const visitor = openBrowser(url);
  await expectOk(visitor.call('POST', '/api/password-reset', { email }));
  const token = await until('the mail with the link', 20_000, async () => {
    const mails: { to: string; text: string }[] = JSON.parse(
      (await expectOk(visitor.call('GET', '/sandbox/mail.json'))).text,
    );
    const mail = mails.find(({ to, text }) => to === email && text.includes('/admin/new-password#'));
    return mail ? linkSecretIn(mail.text.slice(mail.text.indexOf('/admin/new-password#'))) : null;
  });
  // With one that is over the page would be another.
  await expectOk(visitor.call('POST', '/api/password-reset/check', { token }));
  return `/admin/new-password#${token}`;
}
