import { consentMissing } from '../../shared/aftercare/withdrawal.ts';

const errorId = 'consent-error';

/** The box with the consent that some shops ask for: part of the page, and none of the form's own fields. */
export interface ConsentBox {
  readonly isTicked: boolean;
  /** Says beside the box whether it is missing. */
  say(isMissing: boolean): void;
  focus(): void;
}

/** @returns the box of the page; null when the shop asks for none, or there is no page */
export function findConsentBox(): ConsentBox | null {
  const box = globalThis.document?.querySelector<HTMLInputElement>('[data-consent]');
  return box ? consentBoxOf(box) : null;
}

function consentBoxOf(box: HTMLInputElement): ConsentBox {
  const known = () => document.getElementById(errorId);
  function say(isMissing: boolean): void {
    if (!isMissing) {
      known()?.remove();
      box.removeAttribute('aria-invalid');
      box.removeAttribute('aria-describedby');
      return;
    }
    box.setAttribute('aria-invalid', 'true');
    box.setAttribute('aria-describedby', errorId);
    if (known()) return;
    const error = document.createElement('p');
    error.id = errorId;
    error.className = 'field-error';
    error.setAttribute('role', 'alert');
    error.textContent = consentMissing;
    box.closest('label')?.after(error);
    box.addEventListener('change', () => say(false), { once: true });
  }
  return {
    get isTicked() {
      return box.checked;
    },
    say,
    focus: () => box.focus(),
  };
}
