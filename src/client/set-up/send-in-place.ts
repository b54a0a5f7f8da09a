/**
 * Sends the form in a box without leaving the page: no page repeats a password, and after a refusal the admin would have
 * to type both again.
 *
 * @param box what the page shows again when the form was refused
 */
export function sendInPlace(box: HTMLElement, goOn: () => void): void {
  let isSending = false;

  async function send(form: HTMLFormElement): Promise<void> {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(typed) });
    if (answer.status >= 500) throw new Error(`it was answered with ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const again = page.querySelector('[data-in-place]');
    if (!again) {
      goOn();
      return;
    }
    const passwords = passwordsIn(box).map(({ value }) => value);
    box.replaceChildren(...again.childNodes);
    for (const [index, field] of passwordsIn(box).entries()) field.value = passwords[index] ?? '';
    box.querySelector<HTMLElement>('[autofocus]')?.focus();
  }

  box.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending || !(event.target instanceof HTMLFormElement)) return;
    isSending = true;
    say('');
    await send(event.target).catch(() =>
      say('That did not work. What you typed is still here; please try again.'),
    );
    isSending = false;
  });

  function say(text: string): void {
    const news = box.querySelector('[data-in-place-news]');
    if (news) news.textContent = text;
  }
}

function passwordsIn(box: HTMLElement): HTMLInputElement[] {
  return [...box.querySelectorAll<HTMLInputElement>('input[type=password]')];
}
