import { expect, test } from 'vitest';
import { day, night } from '../../../tailwind.config.mjs';
import { accentOf, hueOf } from './accent.ts';

const hues = Array.from({ length: 360 }, (_, hue) => hue);

const bytesOf = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = bytesOf(hex).map((byte) => {
    const channel = byte / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What a color comes to, mixed into another. */
function mixed(over: string, under: string, part: number): string {
  const below = bytesOf(under);
  const bytes = bytesOf(over).map((byte, index) =>
    Math.round(byte * part + (below[index] ?? 0) * (1 - part)),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

test.each([
  ['by day', 'day', day, day['primary-content']],
  ['by night', 'night', night, null],
] as const)('keeps links and buttons readable in every hue %s', (_when, theme, colors, content) => {
  for (const hue of hues) {
    const accent = accentOf(hue);
    const own = accent[theme];
    expect(own).toMatch(/^#[0-9a-f]{6}$/);
    for (const paper of ['base-100', 'base-200', 'base-300'] as const) {
      // Links and headings, and the edges of what is chosen.
      expect([hue, paper, contrast(own, colors[paper]) >= 4.5]).toEqual([hue, paper, true]);
    }
    expect([hue, contrast(own, content ?? accent.onNight) >= 4.5]).toEqual([hue, true]);
    // A choice that is taken is tinted with it.
    const tinted = mixed(own, colors['base-100'], 0.06);
    expect([hue, contrast(colors['base-content'], tinted) >= 4.5]).toEqual([hue, true]);
    expect([hue, contrast(colors.quiet, tinted) >= 4.5]).toEqual([hue, true]);
  }
});

test('derives the original plum from its hue', () => {
  const accent = accentOf(333);
  for (const [made, drawn] of [
    [accent.day, day.primary],
    [accent.night, night.primary],
    [accent.onNight, night['primary-content']],
  ] as const) {
    const channels = bytesOf(made).map((byte, index) => Math.abs(byte - (bytesOf(drawn)[index] ?? 0)));
    expect(Math.max(...channels)).toBeLessThanOrEqual(4);
  }
});

test('reads the hue of a color back, and 0 for gray', () => {
  for (const hue of hues) expect(Math.abs(hueOf(accentOf(hue).night) - hue) % 359).toBeLessThanOrEqual(3);
  expect(hueOf('#808080')).toBe(0);
});
