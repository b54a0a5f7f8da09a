import { night } from '../../tailwind.config.mjs';

export const faviconSvg = (
  color: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>A tarot card with a star</title>
  <rect x="6" y="1.5" width="20" height="29" rx="3.5" fill="${color}" />
  <rect x="8.5" y="4" width="15" height="24" rx="1.5" fill="none" stroke="${night.accent}" stroke-width=".9" />
  <path fill="${night.accent}" d="m16 8 1.5 4.4 4.2-2-2 4.1L24 16l-4.3 1.5 2 4.1-4.2-2L16 24l-1.5-4.4-4.2 2 2-4.1L8 16l4.3-1.5-2-4.1 4.2 2Z" />
</svg>
`;
