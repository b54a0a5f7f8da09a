import { day } from '../tailwind.config.mjs';

/** @returns a page with the icon on paper: a phone's home screen gives what is transparent a black ground */
export function touchIcon(favicon: string): string {
  return `<style>
    body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${day['base-200']}; }
    svg { height: 78%; }
  </style>
  ${favicon}`;
}
