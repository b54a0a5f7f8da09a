import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

const darkScheme = '(prefers-color-scheme: dark)';

/** @returns the colours of the page for the provider's fields, which cannot see our style sheet */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const scheme = matchMedia(darkScheme);
    const update = () => setAppearance(readAppearance());
    scheme.addEventListener('change', update);
    return () => scheme.removeEventListener('change', update);
  }, []);
  return appearance;
}

function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const box = { border: `1px solid ${value('--color-field-line')}`, boxShadow: 'none' };
  return {
    theme: matchMedia(darkScheme).matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: value('--color-primary'),
      colorBackground: value('--color-base-100'),
      colorText: value('--color-base-content'),
      colorTextSecondary: value('--color-quiet'),
      colorTextPlaceholder: value('--color-quiet'),
      colorDanger: value('--color-tone-error'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
    },
    rules: {
      '.Input': box,
      '.Tab': box,
      '.Label': { fontSize: '16px', fontWeight: '600' },
    },
  };
}
